// Holds the npm package against the native answers: node play.mjs MODULE PLAYS
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";

const { load } = argv[2].endsWith(".cjs") ? createRequire(import.meta.url)(argv[2])
    : await import(pathToFileURL(argv[2]));
const { Walker, pathfinders } = await load();
const bytes = readFileSync(argv[3]);
let at = 0, finds = 0;
const int = () => bytes.readInt32LE((at += 4) - 4);
const float = () => bytes.readFloatLE((at += 4) - 4);
const take = (count) => bytes.subarray(at, at += count);
const FIND = 0, CLOSEST = 1, BLOCK = 2, OPEN = 3, STRIDE = 40;

function act(room) {
    const kind = int(), [a, b, c, d, e] = [int(), int(), int(), int(), int()];
    if (kind === BLOCK) {
        room.block(a, b, c, d, e !== 0);
    } else if (kind === OPEN) {
        room.open(a, b !== 0);
    } else if (kind === FIND) {
        const walk = room.find(a, b, c, d);
        const status = int(), count = int();
        const path = Array.from({ length: 2 * count }, float);
        assert.deepStrictEqual(walk.path && [...walk.path], status === 0 ? path : null);
        const at = Array.from({ length: 4 }, float), position = room.advance(STRIDE);
        assert.deepStrictEqual(position && [position.x, position.y, ...position.facing], status === 0 ? at : null);
        finds++;
    } else if (kind === CLOSEST) {
        const status = int(), spot = [float(), float()];
        assert.deepStrictEqual(room.closest(a, b, c, d), status === 0 ? spot : null);
    } else {
        const floor = new Uint8Array(c * d);
        floor[0] = 1;
        room.paint(a, b, floor, c, d);
    }
}

for (let rooms = int(); rooms > 0; rooms--) {
    const name = take(int()).toString(), width = int(), height = int();
    const point = Walker.fromMask(new Uint8Array(take(width * height)), width, height, name);
    const room = point.withRadius(int());
    point.free();
    for (let actions = int(); actions > 0; actions--)
        act(room);
    if (name !== "polyanya") // it prepares as quickly as it would load
        room.load(room.save());
    room.free();
}
assert.strictEqual(at, bytes.length);

const hall = Walker.fromMask(new Uint8Array(640 * 480).fill(1), 640, 480, "polyanya");
for (let slices = 0; !hall.prepareSome(1); slices++)
    assert(slices < 1e6);
const alone = hall.find(5, 5, 600, 400);
hall.field(600, 400);
assert.deepStrictEqual(hall.find(5, 5, 600, 400), alone);
assert(hall.stillWalkable() && hall.stillWalkable(hall.advance(STRIDE)));
hall.block(300, 0, 9, 480);
assert(!hall.stillWalkable());

const mask = new Uint8Array(12).fill(1), room = Walker.fromMask(mask, 4, 3, "visgraph");
const saved = room.save(), other = Walker.fromMask(mask, 3, 4, "visgraph"), freed = Walker.fromMask(mask, 4, 3);
freed.free();
const wrong = [
    [() => Walker.fromMask(null, 4, 3), /mask/], [() => Walker.fromMask(mask, 5, 3), /expected 5 x 3/],
    [() => Walker.fromMask(mask, 4, 3, "teleport"), /teleport/], [() => Walker.fromMask(new Uint8Array(0), 0, 0), /width/],
    [() => freed.find(0, 0, 1, 1), /freed/], [() => room.find(NaN, 0, 1, 1), /finite/],
    [() => room.find(0, 0), /finite/], [() => room.open(0, true), /argument/], [() => room.block(0.5, 0, 1, 1), /whole/],
    [() => room.paint(0, 0, mask, 9, 9), /expected 9 x 9/], [() => room.load(saved.subarray(1)), /./],
    [() => room.withRadius(-1), /argument/], [() => room.withRadius(NaN), /finite/], [() => room.advance(), /finite/],
    [() => new Walker(4), /fromMask/], [() => other.load(saved), /./], [() => room.load("text"), /Uint8Array/],
    [() => room.field(1, 1), /./], [() => hall.field(NaN, 1), /finite/], [() => room.prepareSome(0), /argument/],
    [() => room.stillWalkable({ walked: "far" }), /finite/],
];
for (const [misuse, message] of wrong)
    assert.throws(misuse, message);
const image = { data: new Uint8ClampedArray(4 * 12).fill(255), width: 4, height: 3 };
image.data.fill(0, 4, 7);
const drawn = Walker.fromImageData(image);
assert.deepStrictEqual([drawn.walkable(0, 0), drawn.walkable(1, 0)], [true, false]);
assert(pathfinders().includes("visgraph"));
console.log(`${argv[2]}: ${finds} native paths, ${wrong.length} of ${wrong.length} misuses refused`);
