"""What goes wrong, in one line on standard error, in the name of the command that was typed."""
import os
import sys


def complain(text):
    print(f"{os.environ.get('FOOTRACE_SPEAKER', 'reports')}: {text}", file=sys.stderr)
