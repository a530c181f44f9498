"""Error messages: one line on standard error, in the name of the command that was typed."""
import errno
import os
import sys

SHORTAGES = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM,
             errno.EAGAIN)


def complain(text):
    print(f"{os.environ.get('FOOTRACE_SPEAKER', 'reports')}: {text}", file=sys.stderr)


def stop_at_once(_number, _frame):
    """Ends with one line on Ctrl-C, whenever it is pressed."""
    complain("interrupted")
    sys.stderr.flush()
    os._exit(3)


def complain_of(error, file, expected):
    """Reports an OSError; returns the exit code: 3 if the system failed, 2 for a bad name."""
    short = error.errno in SHORTAGES
    complain(f"{error.filename or file}: {error.strerror}" + ("" if short else f": {expected}"))
    return 3 if short else 2
