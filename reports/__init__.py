"""Charts of races: reads result files (results/schema.json), knows nothing else of Footrace."""
