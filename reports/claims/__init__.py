"""Verdicts on the articles: their claims, what was measured, and which claims hold."""
