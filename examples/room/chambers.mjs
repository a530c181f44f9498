// A room with two chambers, a gate between them, pillars and a crate. It is the same in each language.
import { load } from "footrace";

const WIDTH = 640, HEIGHT = 360, GATE = 2;
const { Walker } = await load();

function enter() {
    const mask = new Uint8Array(WIDTH * HEIGHT).fill(1);
    const fill = (x, y, width, height, area) => {
        for (let row = y; row < y + height; row++)
            mask.fill(area, row * WIDTH + x, row * WIDTH + x + width);
    };
    fill(300, 0, 20, HEIGHT, 0);
    fill(300, 150, 20, 60, GATE);
    for (let i = 0; i < 4; i++)
        fill(80 + 130 * i, i % 2 ? 60 : 200, 50, 90, 0);
    return Walker.fromMask(mask, WIDTH, HEIGHT).withRadius(6);
}

// Where no way leads, as near as there is one; 4 pixels a frame.
function go(room, from, to) {
    let walk = room.find(...from, ...to);
    if (!walk.path)
        walk = room.find(...from, ...room.closest(...from, ...to));
    const numbers = [...walk.path].map((number) => number.toFixed(1));
    const spots = numbers.flatMap((x, i) => (i % 2 ? [] : [`${x},${numbers[i + 1]}`]));
    console.log(`${walk.length.toFixed(2)} pixels: ${spots.join(" ")}`);
    let at = room.advance(4);
    while (!at.arrived)
        at = room.advance(4, at); // draw the hero at at.x, at.y, facing at.facing
    return [at.x, at.y];
}

const room = enter();
room.open(GATE, false);
let hero = go(room, [40, 320], [600, 20]);
room.open(GATE);
hero = go(room, hero, [600, 20]);
room.block(330, 160, 24, 24);
hero = go(room, hero, [100, 330]);
go(room, hero, [-50, 400]);
