"""Reads rows: result files in memory, and statistics of them. Draws nothing."""
