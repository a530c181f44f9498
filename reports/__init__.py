"""Charts of races, from result files alone (results/schema.json)."""
import logging
import os

# Before matplotlib reads the user's settings: an unknown backend there would end it, and its warnings about
# unknown settings do not concern the report.
os.environ["MPLBACKEND"] = "agg"
logging.getLogger("matplotlib").setLevel(logging.CRITICAL)
