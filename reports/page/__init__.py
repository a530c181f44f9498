"""The page of a race: its tables, its charts inline, its raw rows."""
