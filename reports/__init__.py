"""Charts of races, from result files alone (results/schema.json)."""
import logging
import os

# Before matplotlib reads the user's settings: a backend that it lacks would end it, and what it says
# of settings that it does not know is not about the report.
os.environ["MPLBACKEND"] = "agg"
logging.getLogger("matplotlib").setLevel(logging.CRITICAL)
