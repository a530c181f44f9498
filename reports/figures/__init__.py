"""The charts, one file each, and the sheet on which they are drawn."""
