"""Charts of races, from result files alone (results/schema.json)."""
import logging
import os

# These lines must run before matplotlib reads the user's settings: an unknown backend in the settings would end it,
# and warnings about unknown settings do not concern the report.
os.environ["MPLBACKEND"] = "agg"
logging.getLogger("matplotlib").setLevel(logging.CRITICAL)
