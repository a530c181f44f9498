#!/usr/bin/env python3
"""Godot without a window. Its scripts cannot read standard input, so a process beside it passes the messages of
guests/protocol.md on through a socket of this machine; the engine is the guest's process, which the race stops and weighs."""
import os
import pathlib
import shutil
import socket
import sys
import threading


def copy(read, write, end):
    while data := read():
        write(data)
    end()


def pass_on(listener):
    """All that comes in, to the engine, and all that it replies, back; until either ends."""
    engine, _ = listener.accept()
    engine.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    threading.Thread(target=copy, args=(lambda: os.read(0, 1 << 20), engine.sendall,
                                        lambda: engine.shutdown(socket.SHUT_WR)), daemon=True).start()
    copy(lambda: engine.recv(1 << 20), lambda data: sys.stdout.buffer.write(data) and sys.stdout.buffer.flush(), lambda: None)


def main():
    engine = shutil.which("godot3-server") or sys.exit("godot3-server is missing: sudo apt-get install -y godot3-server")
    listener = socket.create_server(("127.0.0.1", 0))
    if os.fork() == 0:
        pass_on(listener)
        os._exit(0)
    quiet = os.open(os.devnull, os.O_RDWR)
    os.dup2(quiet, 0)
    os.dup2(quiet, 1)
    folder = pathlib.Path(__file__).resolve().parent
    os.execv(engine, [engine, "--path", str(folder), "--script", "guest.gd", f"--port={listener.getsockname()[1]}"])


if __name__ == "__main__":
    main()
