"""Separate processes for work on large races, when using other cores is worth starting them."""
import contextlib
import os
import pickle
import signal

BUFFER = 1 << 16


def start(work):
    """Starts a process that runs work(stream); returns its id and the stream's other end. It
    exits silently if interrupted, or if nothing reads the stream."""
    back, forth = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.close(back)
            with open(forth, "wb", buffering=BUFFER) as out, contextlib.suppress(BrokenPipeError):
                work(out)
            code = 0
        finally:
            os._exit(code)
    os.close(forth)
    return child, open(back, "rb", buffering=BUFFER)


def send_result(work, out):
    try:
        done = work(), None
    except OSError as error:
        done = None, error
    pickle.dump(done, out)


def both(here, there):
    """The results of two functions, of which the second runs in another process. Raises an
    OSError of either, or EOFError if the process was killed."""
    child, stream = start(lambda out: send_result(there, out))
    try:
        mine = here()
        theirs, error = pickle.load(stream)
    finally:
        stream.close()
        os.waitpid(child, 0)
    if error:
        raise error
    return mine, theirs
