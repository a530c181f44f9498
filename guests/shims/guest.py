"""The protocol of guests/protocol.md for Python. A guest calls serve(hello, open_room): open_room(options, width,
height, pixels) gives a room with find(x, y, to_x, to_y), which is timed, points(found), which makes pixels of what it
found (None: no path), and, if hello["updates"], change(x, y, width, height, pixels)."""
import json
import struct
import sys
import time


def reply(kind, body):
    sys.stdout.buffer.write(struct.pack("<I", 1 + len(body)) + kind + body)
    sys.stdout.buffer.flush()


def answer(outcome, ns, points):
    flat = [number for point in points for number in point]
    reply(b"Q", struct.pack(f"<BdI{len(flat)}d", outcome, ns, len(points), *flat))


def find(room, question):
    begin = time.perf_counter_ns()
    found = room.find(*question)
    took = time.perf_counter_ns() - begin
    points = room.points(found)
    answer(1 if points is None else 0, took, points or [])


def change(room, body, count):
    at = 8
    for _ in range(count):
        x, y, width, height = struct.unpack_from("<4i", body, at)
        at += 16 + width * height
        room.change(x, y, width, height, body[at - width * height:at])


def serve(hello, open_room):
    rooms, frame, colour = {}, b"", 0
    while len(head := sys.stdin.buffer.read(5)) == 5 and head[4:] != b"B":
        kind, body = head[4:], sys.stdin.buffer.read(int.from_bytes(head[:4], "little") - 1)
        if kind == b"H":
            reply(b"H", json.dumps({"protocol": 1, **hello}).encode())
        elif kind == b"M":
            room, width, height, size = struct.unpack_from("<4I", body)
            text = body[16:16 + size].decode()
            options = dict(one.split("=") for one in text.split(",")) if text else {}
            rooms[room] = open_room(options, width, height, body[16 + size:])
            reply(b"M", b"\0")
        elif kind == b"C":
            room, count = struct.unpack_from("<2I", body)
            change(rooms[room], body, count)
            reply(b"C", b"\0")
        elif kind == b"F":
            colour = (colour + 1) % 256
            frame = bytes([colour]) * struct.unpack("<I", body)[0]
            reply(b"F", frame[:0])
        elif kind == b"Q":
            room, *question = struct.unpack("<5i", body)
            find(rooms[room], question)
        elif kind == b"E":
            answer(0, 0, [(0.0, 0.0)] * struct.unpack("<I", body)[0])
        elif kind == b"D":
            rooms.pop(struct.unpack("<I", body)[0], None)
