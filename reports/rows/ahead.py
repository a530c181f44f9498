"""Reads a large result file in separate processes, ahead of the process that takes its rows: most
of the work is parsing and checking, and other cores are usually free.

Each of n processes reads the whole file, and handles every n-th batch of lines. The program sends valid
click rows as values of the required keys, and all other lines unchanged, in file order. The
receiver reports what is wrong with a line, if anything.
"""
import contextlib
import functools
import itertools
import marshal
import os
import signal
import struct


LARGE = 8 << 20  # bytes of a file from which processes are worth starting
MOST = 3  # at most this many processes: the one that takes the rows cannot keep up with more
BATCH = 400  # lines
HEADS = ('{"kind": "click"', '{"kind":"click"')
SIZE = struct.Struct("<I")
BUFFER = 1 << 16


def start(work):
    """Starts a process that runs work(stream); returns its id and the stream's other end. The program
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


class Sender:
    """Sends the contents of lines, in batches."""

    def __init__(self, out, parse, schema, keys):
        self.out, self.parse, self.schema = out, parse, schema
        self.keys = keys
        self.lines, self.rows = [], []

    def send(self, kind, content=None):
        packed = marshal.dumps((kind, content))
        self.out.write(SIZE.pack(len(packed)))
        self.out.write(packed)

    def flush(self):
        if self.rows and self.schema.sound(self.rows):
            self.send("rows", [list(map(row.get, self.keys)) for row in self.rows])
        elif self.lines:
            self.send("lines", self.lines)
        self.lines, self.rows = [], []

    def take(self, line):
        row = None
        if line.startswith(HEADS) and line.endswith("\n") and "\\" not in line:
            with contextlib.suppress(ValueError, RecursionError):
                row = self.parse(line)
        if row is None or row["kind"] != "click":
            self.flush()
            self.send("lines", [line])
        else:
            self.lines.append(line)
            self.rows.append(row)


def send_turns(lines, parse, schema, keys, turn, turns, complaint, out):
    """Sends this process's share of the batches, and finally the message of the error that
    stopped it, if any."""
    sender, trouble = Sender(out, parse, schema, keys), None
    try:
        for number, line in enumerate(lines):
            if number // BATCH % turns != turn:
                continue
            if number == 0:  # a race begins with a run row, which the receiving process needs
                sender.send("lines", [line])
            else:
                sender.take(line)
            if (number + 1) % BATCH == 0:
                sender.flush()
                sender.send("turn")
    except complaint as error:
        trouble = str(error)
    sender.flush()
    sender.send("end", trouble)


def received(streams):
    """What was sent, batch by batch, to the end; EOFError if a process ended early."""
    for stream in itertools.cycle(streams):
        kind = None
        while kind != "turn":
            head = stream.read(SIZE.size)
            if len(head) < SIZE.size:
                raise EOFError
            kind, content = marshal.loads(stream.read(SIZE.unpack(head)[0]))
            if kind != "turn":
                yield kind, content
            if kind == "end":
                return


@contextlib.contextmanager
def reading(lines_of, parse, schema, keys, complaint):
    """What the processes read from the lines that lines_of() yields: ("rows", values of the keys
    for some clicks), ("lines", some lines), and finally ("end", None or the error message)."""
    turns = min(MOST, len(os.sched_getaffinity(0)))
    started = []
    try:
        for turn in range(turns):
            started.append(start(functools.partial(send_turns, lines_of(), parse, schema, keys,
                                                          turn, turns, complaint)))
        yield received([stream for _, stream in started])
    finally:
        for child, stream in started:
            stream.close()  # ends a process that has more to send
        for child, _ in started:
            os.waitpid(child, 0)
