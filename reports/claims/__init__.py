"""The verdict on the articles: what they claim, what was measured, and whether it holds."""
