"""What reads rows: result files in memory, and what is counted of them. Draws nothing."""
