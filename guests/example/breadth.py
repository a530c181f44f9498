#!/usr/bin/env python3
"""Breadth-first search as a guest, written from guests/protocol.md alone."""
import collections, json, struct, sys, time
rooms, frame = {}, 0

def search(width, pixels, start, goal):
    came, queue = {start: start}, collections.deque([start])
    while queue and goal not in came:
        at = queue.popleft()
        for to in (at - width, at - 1, at + 1, at + width):
            if 0 <= to < len(pixels) and pixels[to] and to not in came and (abs(to - at) > 1 or to // width == at // width):
                came[to] = at
                queue.append(to)
    path = [goal] if goal in came else []
    while path and path[-1] != start:
        path.append(came[path[-1]])
    return path[::-1]

while len(head := sys.stdin.buffer.read(5)) == 5 and head[4:] != b"B":
    body, kind, reply = sys.stdin.buffer.read(int.from_bytes(head[:4], "little") - 1), head[4:], b""
    if kind == b"H":
        reply = json.dumps({"protocol": 1, "name": "breadth", "label": "Breadth-first search", "movement": "grid4",
                            "summary": "in Python, from the protocol alone", "source": "guests/protocol.md"}).encode()
    elif kind == b"M":
        room, width, height, size = struct.unpack_from("<4I", body)
        rooms[room], reply = (width, body[16 + size:]), b"\0"
    elif kind == b"F":
        frame = bytes([(frame and frame[0] + 1) % 256]) * struct.unpack("<I", body)[0]
    elif kind == b"Q":
        room, x, y, to_x, to_y = struct.unpack("<5i", body)
        width, begin = rooms[room][0], time.perf_counter_ns()
        path = search(*rooms[room], y * width + x, to_y * width + to_x)
        took = time.perf_counter_ns() - begin
        points = [half for at in path for half in (at % width + 0.5, at // width + 0.5)]
        reply = struct.pack(f"<BdI{len(points)}d", not path, took, len(path), *points)
    elif kind == b"E":
        kind, count = b"Q", struct.unpack("<I", body)[0]
        reply = struct.pack(f"<BdI{2 * count}d", 0, 0, count, *[0.0] * 2 * count)
    elif kind == b"D":
        rooms.pop(struct.unpack("<I", body)[0], None)
        continue
    sys.stdout.buffer.write(struct.pack("<I", 1 + len(reply)) + kind + reply)
    sys.stdout.buffer.flush()
