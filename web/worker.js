"use strict";
// A worker with its own engine (engine.h). The worker answers one message after another: {id, ask, ...}
// with {id, ...} or {id, error: sentence}.

const OUTCOMES = ["found", "unreachable", "limit", "none", "no memory"];
const VERDICTS = [null, "ok", "short", "invalid", "false-unreachable", "nondeterministic",
    "tolerated", "clock"];
const CLASSES = ["same", "direct", "unreachable", "detour"];
const FIGURES = 19;
const TICK = 0.1; // milliseconds: of a browser's clock
const FAILURES = ["", "needs more memory than a page has", "does not support such a room", "failed"];

let engine, racers, yardstick, room = null;
const prepared = new Set();

class Refusal extends Error {}

const refuse = (sentence) => { throw new Refusal(sentence); };
const bytesAt = (at, count) => new Uint8Array(engine.memory.buffer, at, count);

function textAt(at) {
  const rest = new Uint8Array(engine.memory.buffer, at);
  return new TextDecoder().decode(rest.subarray(0, rest.indexOf(0)));
}

// Calls `use` with the address of a copy of the bytes, which exists only during the call.
function lend(bytes, use) {
  const at = engine.fr_web_take(bytes.byteLength);
  if (!at) refuse("There is not enough memory for that.");
  try {
    bytesAt(at, bytes.byteLength)
      .set(new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset ?? 0, bytes.byteLength));
    return use(at);
  } finally {
    engine.fr_web_give(at);
  }
}

const lendName = (name, use) => lend(new TextEncoder().encode(`${name}\0`), use);
const insist = (done) => done || refuse(textAt(engine.fr_web_text()));

// ---- Reading files ----

async function inflate(parts, expected) {
  const pixels = new Uint8Array(expected);
  const reader = new Blob(parts).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true }));
    if (done) return pixels.subarray(0, size);
    if (size + value.length > expected) return new Uint8Array(0);
    pixels.set(value, size);
    size += value.length;
  }
}

async function readPng(bytes, name) {
  const expected = lendName(name, (called) => lend(bytes, (at) =>
    insist(engine.fr_web_png_inflated(at, bytes.length, called))));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), parts = [];
  let whole = false;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const end = at + 8 + view.getUint32(at), kind = view.getUint32(at + 4);
    if (end + 4 > bytes.length) break;
    if (kind === 0x49444154) parts.push(bytes.subarray(at + 8, end));
    whole = kind === 0x49454e44;
  }
  if (!whole) refuse(`${name}: the file ends too early, expected more PNG data.`);
  const pixels = await inflate(parts, expected);
  lendName(name, (called) => lend(bytes, (at) => lend(pixels, (from) =>
    insist(engine.fr_web_room_of_png(at, bytes.length, called, from, pixels.length)))));
}

// Width times height according to the header of a WebP; 0 if it has none.
function webpPixels(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const kind = new TextDecoder().decode(bytes.subarray(12, 16));
  if (bytes.length < 30) return 0;
  if (kind === "VP8 ") return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff);
  if (kind === "VP8L") {
    const packed = view.getUint32(21, true);
    return ((packed & 0x3fff) + 1) * ((packed >> 14 & 0x3fff) + 1);
  }
  const three = (at) => (view.getUint32(at, true) & 0xffffff) + 1;
  return kind === "VP8X" ? three(24) * three(27) : 0;
}

const MOST_PIXELS = 1 << 24;

async function readPicture(bytes, name) {
  const large = () => refuse(`${name}: more pixels found, expected at most 16 million on this page.`);
  if (bytes[0] === 0x52 && webpPixels(bytes) > MOST_PIXELS) large();
  const picture = await createImageBitmap(new Blob([bytes]))
    .catch(() => refuse(`${name}: the browser cannot read this picture; expected PNG, BMP or WebP.`));
  const { width, height } = picture;
  if (width * height > MOST_PIXELS) large();
  const canvas = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  canvas.drawImage(picture, 0, 0);
  const pixels = canvas.getImageData(0, 0, width, height).data;
  lendName(name, (called) => lend(pixels, (at) =>
    insist(engine.fr_web_room_of_canvas(at, width, height, called))));
}

// Drawings, "footrace-polygon/1".
function readDrawing(bytes, name) {
  const wrong = (place, expected) => refuse(`${name}: ${place}: expected ${expected}.`);
  let top;
  try {
    top = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    wrong(error.message, "JSON");
  }
  if (top?.format !== "footrace-polygon/1") wrong("format", '"footrace-polygon/1"');
  const size = Array.isArray(top.size) ? top.size : [];
  const side = (length) => Number.isInteger(length) && length > 0 && length <= 32767;
  if (size.length !== 2 || !size.every(side) || size[0] * size[1] > MOST_PIXELS)
    wrong("size", "a width and a height with at most 16 million pixels");
  const isPoint = (point) => Array.isArray(point) && point.length === 2 &&
    point.every((value) => Number.isInteger(2 * value) && Math.abs(value) <= 32767);
  const ring = (place, corners) => {
    if (!Array.isArray(corners) || corners.length < 3) wrong(place, "at least three corners");
    const bad = corners.findIndex((corner) => !isPoint(corner));
    if (bad >= 0) wrong(`${place}[${bad}]`, "[x, y], multiples of 0.5");
    return corners;
  };
  const isArea = (area) => Number.isInteger(area) && area > 0 && area < 256;
  const whole = [[0, 0], [size[0], 0], size, [0, size[1]]];
  const inside = ([x, y], corners) => corners.reduce((odd, [bx, by], i) => {
    const [ax, ay] = corners[(i || corners.length) - 1];
    return odd !== ((ay > y) !== (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax);
  }, false);
  const shapes = []; // [area, corners]
  const list = (value, place) => value === undefined ? [] :
    Array.isArray(value) ? value : wrong(place, "an array");
  for (const [i, area] of list(top.areas, "areas").entries()) {
    if (!isArea(area?.id)) wrong(`areas[${i}].id`, "an id from 1 to 255");
    const outers = list(area.outers, `areas[${i}].outers`)
      .map((corners, j) => [ring(`areas[${i}].outers[${j}]`, corners)]);
    if (!outers.length) outers.push([whole]);
    for (const [j, hole] of list(area.holes, `areas[${i}].holes`).entries()) {
      ring(`areas[${i}].holes[${j}]`, hole);
      const around = outers.find(([outer]) => hole.some((corner) => inside(corner, outer)));
      (around ?? wrong(`areas[${i}].holes[${j}]`, "a hole inside an outer ring of its area")).push(hole);
    }
    for (const [outer, ...holes] of outers)
      shapes.push([area.id, outer], ...holes.map((hole) => [0, hole]));
  }
  const drawn = list(top.shapes, "shapes");
  if (drawn.length && shapes.length) wrong("shapes", "areas or shapes, not both");
  if (!shapes.length && !drawn.some((shape) => shape?.add)) shapes.push([1, whole]);
  for (const [i, shape] of drawn.entries()) {
    if (shape?.area !== undefined && !isArea(shape.area)) wrong(`shapes[${i}].area`, "1 to 255");
    shapes.push(shape?.add ? [shape.area ?? 1, ring(`shapes[${i}].add`, shape.add)] :
      [0, ring(`shapes[${i}].subtract`, shape?.subtract)]);
  }
  const spots = Float32Array.from(shapes.flatMap(([, corners]) => corners.flat()));
  const counts = Uint32Array.from(shapes, ([, corners]) => corners.length);
  const areas = Uint8Array.from(shapes, ([area]) => area);
  lend(spots, (at) => lend(counts, (numbers) => lend(areas, (ids) =>
    engine.fr_web_room_of_shapes(at, numbers, ids, shapes.length, ...size, drawn.length > 0) ||
      refuse(`${name}: ${textAt(engine.fr_web_text())}.`))));
  const named = new Map(list(top.areas, "areas").map((area) => [area.name, area.id]));
  return list(top.disabled, "disabled").map((area) => named.get(area) ?? area).filter(isArea);
}

async function readRoom(bytes, name) {
  const is = (...head) => head.every((byte, i) => bytes[i] === byte);
  if (is(0x89, 0x50, 0x4e, 0x47)) return readPng(bytes, name);
  if (is(0x52, 0x49, 0x46, 0x46) || is(0xff, 0xd8) || is(0x47, 0x49, 0x46)) {
    return readPicture(bytes, name);
  }
  if (/^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 64)))) return readDrawing(bytes, name);
  return void lendName(name, (called) => lend(bytes, (at) =>
    insist(engine.fr_web_room_of_file(at, bytes.length, called))));
}

// ---- Requests ----

function describeRoom(disabled = []) {
  prepared.clear();
  disabled.forEach((area) => engine.fr_web_open(area, false));
  engine.fr_web_settle();
  const facts = engine.fr_web_inspection();
  if (!facts) refuse("There is not enough memory to inspect the room.");
  room = JSON.parse(textAt(facts));
  const areas = bytesAt(engine.fr_web_areas(), room.width * room.height).slice();
  return { room, areas, disabled };
}

function findAndJudge(racer, start, goal, optimum) {
  const at = engine.fr_web_find(racer, ...start, ...goal);
  if (!at) return null;
  engine.fr_web_judge(optimum ?? NaN);
  const figures = new Float64Array(engine.memory.buffer, at, FIGURES).slice();
  const reason = textAt(engine.fr_web_text());
  const path = new Int32Array(engine.memory.buffer, engine.fr_web_path(), 2 * figures[5]).slice();
  return {
    racer, path, reason, outcome: OUTCOMES[figures[0]], ends: Array.from(figures.subarray(1, 5)),
    verdict: VERDICTS[figures[6]], length: figures[7], turns: figures[8], ratio: figures[9],
    kind: CLASSES[figures[10]], legal: figures[11], straight: figures[12], diagonal: figures[13],
    turning: figures[14], hugging: figures[15], sharp: figures[16], zigzags: figures[17], bad: figures[18],
  };
}

function click({ start, goal, chosen }) {
  const began = performance.now();
  const shortest = prepared.has(yardstick) ? findAndJudge(yardstick, start, goal) : null;
  const optimum = shortest?.verdict === "ok" ? shortest.length : NaN;
  const answers = chosen.filter((racer) => prepared.has(racer))
    .map((racer) => findAndJudge(racer, start, goal, optimum)).filter(Boolean);
  return { answers, optimum, kind: (shortest ?? answers[0])?.kind,
    ends: (shortest ?? answers[0])?.ends, took: performance.now() - began };
}

function prepare({ racer }) {
  const began = performance.now();
  const status = engine.fr_web_prepare(racer, 0);
  const took = performance.now() - began;
  if (status === 0) prepared.add(racer);
  return { racer, took, bytes: engine.fr_web_bytes(racer), peak: engine.fr_web_peak(racer),
    failure: FAILURES[status], outcome: ["ok", "memory", "unsupported"][status] ?? "crash" };
}

const program = ({ racer }) => ({ text: textAt(engine.fr_web_program(racer)) });

function release({ racer }) {
  engine.fr_web_release(racer);
  prepared.delete(racer);
  return {};
}

// Applies changes, [function, ...arguments] each, and updates the prepared back ends.
function change({ steps, box }) {
  for (const [name, ...values] of steps) engine[`fr_web_${name}`](...values);
  const costs = [];
  for (const racer of [...prepared]) {
    const began = performance.now();
    const how = engine.fr_web_update(racer);
    costs.push({ racer, took: performance.now() - began, anew: how === 1, failed: how < 0 });
    if (how < 0) prepared.delete(racer);
  }
  engine.fr_web_settle();
  return { costs, box, areas: box && pixels(box) };
}

// The areas of a box, in rows without gaps.
function pixels([left, top, right, bottom]) {
  const from = engine.fr_web_areas(), width = right - left, copy = new Uint8Array(width * (bottom - top));
  for (let y = top; y < bottom; y++)
    copy.set(bytesAt(from + y * room.width + left, width), (y - top) * width);
  return copy;
}

// Queries for the times: detours between seeded places, the same in each visit to a room.
function sample({ count }) {
  const queries = [], optima = [], chosen = prepared.has(yardstick) ? [] : [...prepared].slice(0, 1);
  let seed = 20;
  const next = (bound) => (seed = Math.imul(seed, 1664525) + 1013904223 >>> 0) / 2 ** 32 * bound | 0;
  for (let tries = 0; tries < 400 && queries.length < 4 * count; tries++) {
    const { kind, ends, optimum } = click({ start: [next(room.width), next(room.height)],
      goal: [next(room.width), next(room.height)], chosen });
    if (kind !== "detour") continue;
    queries.push(...ends);
    optima.push(optimum);
  }
  return { queries: Int32Array.from(queries), optima };
}

// Answers queries from number `from` on, and judges them, for some milliseconds; the last answer may
// have taken longer than a game could wait.
function sampledPaths({ racer, queries, optima, from, budget, slowest }) {
  const found = [], began = performance.now();
  for (let i = from; i < optima.length; i++) {
    const asked = performance.now();
    const { path, ...answer } = findAndJudge(racer, Array.from(queries.subarray(4 * i, 4 * i + 2)),
      Array.from(queries.subarray(4 * i + 2, 4 * i + 4)), optima[i]);
    const took = performance.now() - asked;
    found.push({ ...answer, points: path.length / 2, slow: took > slowest });
    if (took > slowest || performance.now() - began > budget) break;
  }
  return { found };
}

// One sample of each query in order, as played, for some milliseconds: the mean of some calls, as the clock
// is coarse, each after a frame. A call that takes much longer than the clock's tick is measured once.
function race({ racer, queries, order, calls, budget }) {
  const ENOUGH = 2; // milliseconds
  return lend(queries, (at) => {
    const samples = [], began = performance.now();
    for (let i = 0; i < order.length && performance.now() - began < budget; i++) {
      let took = 0, called = 0;
      do {
        engine.fr_web_frame();
        const from = performance.now();
        engine.fr_web_ask(racer, at + 16 * order[i], 1);
        took += performance.now() - from;
        called++;
      } while (called < calls && took < ENOUGH);
      samples.push(Math.max(took, TICK / 4) / called * 1e6);
    }
    return { samples };
  });
}

// Opens or closes a gate. Returns the nanoseconds of the update and of the click after it, and samples of that
// click as played.
function afterChange({ racer, gate, open, query, passes, calls }) {
  const { took, anew, failed } = change({ steps: [["open", gate, open]] }).costs.find((cost) => cost.racer === racer);
  if (failed) return { failed };
  const began = performance.now();
  engine.fr_web_find(racer, ...query);
  const first = Math.max(performance.now() - began, TICK / 4) * 1e6;
  const { path, ...found } = findAndJudge(racer, query.slice(0, 2), query.slice(2));
  const queries = Int32Array.from(found.ends), order = new Array(passes).fill(0);
  const { samples } = race({ racer, queries, order, calls, budget: Infinity });
  return { took: Math.max(took, TICK / 4) * 1e6, anew, first, samples, found: { ...found, points: path.length / 2 } };
}

// What to ship, from the rows of a race (page_answer.h).
function answer({ rounds, passes, prepares, clicks, updates, wished: { preferred, load, slow }, untried }) {
  insist(engine.fr_web_rows_begin(rounds, passes));
  for (const values of prepares) insist(engine.fr_web_rows_prepare(...values));
  for (const { racer, numbers, played } of clicks)
    lend(Float64Array.from(numbers), (row) => lend(Float64Array.from(played), (samples) =>
      insist(engine.fr_web_rows_click(racer, row, samples, played.length))));
  for (const values of updates) insist(engine.fr_web_rows_update(...values));
  const at = engine.fr_web_rows_answer(preferred, untried, load, slow);
  return { answer: JSON.parse(textAt(insist(at))) };
}

// Runs queries for some milliseconds; returns how many, and how long they took. The clock of a browser is
// coarse, so steady queries are timed together; played queries are so many that rounding cancels out.
function time({ racer, queries, played, budget }) {
  if (!prepared.has(racer)) return { asked: 0, took: 0 };
  const count = queries.length / 4;
  return lend(queries, (at) => {
    let asked = 0, took = 0;
    const began = performance.now();
    do {
      if (played) engine.fr_web_frame();
      const from = performance.now();
      engine.fr_web_ask(racer, at + 16 * (asked % count), 1);
      took += performance.now() - from;
      asked++;
    } while (performance.now() - began < budget);
    return { asked, took: played ? took : performance.now() - began };
  });
}

const answers = {
  click, prepare, release, change, sample, time, sampledPaths, race, afterChange, answer, program,
  async start({ wasm, name }) {
    const nothing = new Proxy({}, { get: () => () => 52 }); // of WASI: no such system call
    const made = await WebAssembly.instantiate(wasm, new Proxy({}, { get: () => nothing }));
    engine = made.instance.exports;
    racers = JSON.parse(textAt(engine.fr_web_racers()));
    yardstick = racers.findIndex((racer) => racer.name === name);
    return { racers, yardstick };
  },
  async load({ bytes, name }) {
    return describeRoom(await readRoom(new Uint8Array(bytes), name) || []);
  },
  restore({ areas, width, height, disabled, blocked }) {
    lend(areas, (at) => insist(engine.fr_web_room_of_areas(at, width, height)));
    if (blocked) engine.fr_web_block(...blocked, true);
    return describeRoom(disabled);
  },
  memory: () => ({ bytes: engine.memory.buffer.byteLength }),
};

let last = Promise.resolve();
onmessage = ({ data: { id, ask, ...rest } }) => {
  last = last.then(async () => {
    try {
      const answer = await answers[ask](rest);
      postMessage({ id, ...answer });
    } catch (error) {
      postMessage({ id, error: error instanceof Refusal ? error.message : `It failed: ${error.message}` });
    }
  });
};
