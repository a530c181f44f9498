"""A room with two chambers, a gate between them, pillars and a crate: the same in each language."""

import footrace
import numpy

WIDTH, HEIGHT, GATE = 640, 360, 2


def enter():
    mask = numpy.ones((HEIGHT, WIDTH), dtype=numpy.uint8)
    mask[:, 300:320] = 0
    mask[150:210, 300:320] = GATE
    for i in range(4):
        x, y = 80 + 130 * i, 60 if i % 2 else 200
        mask[y:y + 90, x:x + 50] = 0
    return footrace.Walker(mask).with_radius(6)


def go(room, start, goal):
    """Walks to the click, or to the nearest reachable spot; 4 pixels per frame."""
    walk = room.find(start, goal)
    if walk.path is None:
        walk = room.find(start, room.closest(start, goal))
    print(f"{walk.length:.2f} pixels:", *(f"{x:.1f},{y:.1f}" for x, y in walk.path))
    at = room.advance(4)
    while not at.arrived:
        at = room.advance(4, at)  # draw the hero at at.spot, facing at.facing
    return at.spot


room = enter()
room.open(GATE, False)
hero = go(room, (40, 320), (600, 20))
room.open(GATE)
hero = go(room, hero, (600, 20))
room.block(330, 160, 24, 24)
hero = go(room, hero, (100, 330))
go(room, hero, (-50, 400))
