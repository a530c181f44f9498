"""The charts, one file each, and the sheet that they are drawn on."""
