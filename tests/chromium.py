"""Headless Chromium as a reader: pages of ours opened from disk, and what it says against them."""
import contextlib
import json

from selenium import webdriver
from selenium.webdriver.chrome.service import Service


@contextlib.contextmanager
def browser():
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 "--hide-scrollbars"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    opened = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    try:
        yield opened
    finally:
        opened.quit()


def show(chrome, page, width, scheme, medium="screen", motion="no-preference"):
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "media": medium, "features": [{"name": "prefers-color-scheme", "value": scheme},
                                      {"name": "prefers-reduced-motion", "value": motion}]})
    chrome.get(page.resolve().as_uri())


def log_problems(chrome, page):
    """Complaints of the console, and whatever the page asks for but itself."""
    for entry in chrome.get_log("browser"):
        if entry["level"] in ("SEVERE", "WARNING"):
            yield f"console: {entry['message']}"
    for entry in chrome.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            address = message["params"]["request"]["url"]
            if not address.startswith(("data:", "blob:")) and address != page.resolve().as_uri():
                yield f"requests {address}"
