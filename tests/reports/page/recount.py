"""Recounts from the raw rows, with code of its own, what a page says in its data elements."""
import html.parser
import math
import statistics

FRAME = 1e9 / 60
FATAL = ("timeout", "crash", "memory", "unsupported")
UNITS = {"s": 1e9, "ms": 1e6, "µs": 1e3, "ns": 1, "B": 1, "kB": 1e3, "MB": 1e6,
         "GB": 1e9}


class Page(html.parser.HTMLParser):
    """Data elements, and the text outside them and outside what is told from elsewhere."""

    VOID = ("meta", "link", "br", "input", "img")
    APART = ("script", "style", "svg", "data", "title")

    def __init__(self, text):
        super().__init__()
        self.open, self.data, self.text = [], [], []
        self.ids, self.links, self.names = [], [], set()
        self.heads, self.cells = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        for key in ("href", "xlink:href", "src"):
            if key in attributes:
                self.links.append(attributes[key])
        if tag == "data":
            self.data.append(dict(attributes, text=""))
        if tag == "td":
            self.cells.append(attributes)
        if tag not in self.VOID:
            self.open.append((tag, attributes))

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, text):
        if self.open and self.open[-1][0] == "data":
            self.data[-1]["text"] += text
        elif not any(tag in self.APART or "data-from" in attributes
                     for tag, attributes in self.open):
            self.text.append(text)


ANSWERS = "found", "unreachable", "none"


def fault(row):
    if row["outcome"] not in ANSWERS:
        return row["outcome"]
    return row["verdict"] if row["verdict"] not in ("ok", None) else ""


def time(row):
    if fault(row):
        return math.inf
    return row["ns_played"]


class Recount:
    def __init__(self, rows):
        self.prepared = [row for row in rows if row["kind"] == "prepare"]
        self.updates = [row for row in rows if row["kind"] == "update"]
        self.null = {row["algo"] for row in self.prepared if row["name"] == "null"}
        self.floor = {}
        for row in rows:
            if row["kind"] == "click" and row["algo"] in self.null:
                self.floor.setdefault(row["map"], []).append(time(row))
        self.clicks, self.row_of = {}, {}
        for row in rows:
            if row["kind"] == "click" and row["algo"] not in self.null:
                self.clicks.setdefault(row["algo"], []).append(row)
                self.row_of[row["algo"], row["map"], row["clicks"], str(row["click"])] = row
        asked = {}
        for mine in self.clicks.values():
            for row in mine:
                asked.setdefault((row["map"], row["clicks"]), set()).add(row["click"])
        for mine in self.clicks.values():
            for (name, clicks), numbers in asked.items():
                group = [row for row in mine if (row["map"], row["clicks"]) == (name, clicks)]
                last = max(group, key=lambda row: row["click"], default=None)
                if last and fault(last) in FATAL:
                    mine += [{"map": name, "clicks": clicks, "click": number, "outcome": "untried",
                              "verdict": None, "length": None, "ratio": None,
                              "valid_any_angle": None, "turns": None}
                             for number in numbers if number > last["click"]]
        click_ids = {self.click_id(row) for mine in self.clicks.values() for row in mine}
        self.ranked = [algo for algo, mine in self.clicks.items() if 2 * len(mine) >= len(click_ids)]
        self.common = set.intersection(*({self.click_id(row) for row in self.clicks[algo]}
                                         for algo in self.ranked))

    @staticmethod
    def click_id(row):
        return row["map"], row["clicks"], row["click"]

    def rows(self, algo):
        mine = self.clicks[algo]
        return mine if algo not in self.ranked else [
            row for row in mine if self.click_id(row) in self.common]

    def maps(self):
        return {name for name, _, _ in self.common}

    def over_maps(self, algo, key):
        maps = {row["map"] for row in self.rows(algo)}
        return [row[key] for row in self.prepared
                if row["algo"] == algo and row["map"] in maps and row[key] is not None]

    def cost(self, algo, key):
        """The geometric mean of the maps."""
        return statistics.geometric_mean(
            max(1, statistics.median(row[key] for row in self.prepared if row["algo"] == algo
                                     and row["map"] == name and row[key] is not None))
            for name in {row["map"] for row in self.rows(algo)})

    def after_changes(self, algo):
        """The median of the events before a click, as the last round followed them, with its first query."""
        followed = {self.click_id(row): row["ns"] for row in self.updates if row["algo"] == algo}
        costs = []
        for row in self.clicks[algo]:
            event, cost = row["click"] - 1, row.get("ns_after_event")
            while cost is not None and (update := followed.get((row["map"], row["clicks"], event))) is not None:
                event, cost = event - 1, cost + update
            if cost is not None and event < row["click"] - 1:
                costs.append(cost)
        return statistics.median(costs) if costs else None

    def count(self, of, measure):
        """What a data element should hold, or None where it has to be checked in another way."""
        if not of:
            return {"maps": len(self.maps()), "clicks": len(self.common),
                    "floor": over_maps(map(statistics.median, self.floor.values())) if self.floor else None}[measure]
        if "\t" in of:
            row = self.row_of[tuple(of.split("\t"))]
            return {"click": time(row), "length": row["length"], "ratio": row["ratio"]}[measure]
        rows = self.rows(of)
        times = sorted(time(row) for row in rows)
        legal = [row["ratio"] for row in rows if row["verdict"] == "ok" and row["valid_any_angle"]
                 and row["ratio"] is not None]
        each_map = [[row["ns_played"] for row in rows if row["map"] == name and row["outcome"] in ANSWERS]
                    for name in {row["map"] for row in rows}]
        if measure.startswith("fault "):
            return sum(fault(row) == measure[6:] for row in rows)
        return {
            "clicks": lambda: len(rows),
            "median": lambda: over_maps(map(statistics.median, filter(None, each_map))),
            "worst": lambda: times[-1],
            "worst_answer": lambda: max(value for value in times if value < math.inf),
            "over_frame": lambda: sum(value > FRAME for value in times),
            "failed": lambda: sum(bool(fault(row)) for row in rows),
            "illegal": lambda: sum(row["valid_any_angle"] is False for row in rows),
            "ratio_mean": lambda: statistics.fmean(legal),
            "ratio_worst": lambda: max(legal),
            "turns": lambda: over_maps(filter(None, (
                max(1, statistics.fmean(turns)) if (turns := [row["turns"] for row in rows if row["map"] == name and
                                                              row["verdict"] == "ok" and row["length"] is not None]) else None
                for name in {row["map"] for row in rows}))),
            "prepare": lambda: self.cost(of, "ns"),
            "prepare_worst": lambda: max(self.over_maps(of, "ns")),
            "memory": lambda: self.cost(of, "bytes"),
            "peak": lambda: self.cost(of, "peak_bytes"),
            "change": lambda: self.after_changes(of),
            "low": lambda: None, "high": lambda: None, "rank": lambda: None, "slow": lambda: None,
        }[measure]()


def over_maps(times):
    times = list(times)
    return statistics.geometric_mean(times) if times else math.inf


def reads(text, value, measure, clicks):
    """Whether a text says the value, to the figures that it shows."""
    if text == "never" or math.isinf(value):
        return text == "never" and math.isinf(value)
    if text == "exact":
        return abs(value - 1) < 1e-5
    number, _, unit = text.replace(",", "").replace("−", "-").partition(" ")
    shown = float(number.lstrip("+"))
    digits = number.partition(".")[2]
    half = 0.5000001 * 10 ** -len(digits)
    if measure.startswith("ratio"):
        value = 100 * (value - 1)
    elif measure == "over_frame":
        value = 100 * value / clicks
    elif unit:
        shown, half = shown * UNITS[unit], half * UNITS[unit]
    return abs(shown - value) <= half
