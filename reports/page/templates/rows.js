// The abbreviated rows in the page, and the figures computed from them as in rows/ranking.py, for the maps
// and classes of clicks that are shown.
const contents = JSON.parse(document.getElementById("contents").textContent);
const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const unpackAs = (Kind, text) => new Kind(bytesOf(text).buffer);

// Points as differences from the previous one, in the form of embedded.py.
const unpackSteps = (text) => {
  const points = [];
  let value = 0, size = 1;
  for (const byte of bytesOf(text)) {
    value += byte % 128 * size;
    size *= 128;
    if (byte >= 128) continue;
    points.push((points.at(-2) ?? 0) + (value % 2 ? -(value + 1) / 2 : value / 2));
    value = 0;
    size = 1;
  }
  return points;
};
for (const mine of Object.values(contents.paths)) {
  for (const algo of Object.keys(mine)) mine[algo] = unpackSteps(mine[algo]);
}
const ANSWERED = 1, LEGAL = 2, ILLEGAL = 4, WALKED = 8, NO_TURNS = 65535, FRAME_NS = 1e9 / 60;

const clickTable = {
  map: unpackAs(Uint16Array, contents.map), kind: unpackAs(Uint8Array, contents.kind),
  set: unpackAs(Uint16Array, contents.set), click: unpackAs(Uint32Array, contents.click),
  ends: unpackAs(Int32Array, contents.ends), optimum: unpackAs(Float32Array, contents.optimum),
};
const count = clickTable.map.length;
const racers = contents.racers.map((racer) => {
  const mine = contents.clicks[racer.algo], given = unpackAs(Float32Array, mine.ns), state = unpackAs(Uint8Array, mine.state);
  return {
    // given: the time of any answer; ns: that of a valid one, otherwise infinite.
    ...racer, given, ns: given.map((ns, place) => state[place] & ANSWERED || Number.isNaN(ns) ? ns : Infinity), state,
    ratio: unpackAs(Float32Array, mine.ratio), length: unpackAs(Float32Array, mine.length), turns: unpackAs(Uint16Array, mine.turns),
  };
});
const racerOf = new Map(racers.map((racer) => [racer.algo, racer]));

// Numbers as words.py writes them: a half goes to the even neighbour.
const fixed = (value, digits) => {
  const scale = 10 ** digits, scaled = value * scale, floor = Math.floor(scaled);
  const text = scaled - floor === 0.5 && floor % 2 === 0 ? (floor / scale).toFixed(digits) : value.toFixed(digits);
  const [whole, rest] = text.split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (rest ? "." + rest : "");
};
const figures = (value) => value >= 9.95 ? fixed(value, 0) : value >= 0.995 || value === 0 ? fixed(value, 1) :
  value >= 0.095 ? fixed(value, 2) : String(Number(value.toPrecision(1)));
const inUnits = (units) => (value) => {
  if (value === Infinity) return "never";
  const [size, unit] = units.find(([size]) => value >= 0.9995 * size) || units.at(-1);
  return `${size === 1 && unit === "B" ? fixed(value, 0) : figures(value / size)} ${unit}`;
};
const duration = inUnits([[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]]);
const size = inUnits([[1e9, "GB"], [1e6, "MB"], [1e3, "kB"], [1, "B"]]);
const span = (low, high) => {
  const [number, unit] = duration(low).split(" ");
  return unit && duration(high).endsWith(" " + unit) ? `${number}–${duration(high)}` :
    `${duration(low)}–${duration(high)}`;
};
const more = (ratio) => {
  const share = 100 * (ratio - 1);
  return `${share >= 9.5 ? fixed(share, 0) : share >= 0.095 || share < 1e-3 ? fixed(share, 1) :
    Number(share.toPrecision(1))} %`;
};
const EXACT = 1e-5;
const detour = (ratio) => ratio < 1 - EXACT ? `−${more(2 - ratio)}` : ratio < 1 + EXACT ? "exact" : `+${more(ratio)}`;
const percent = (part, whole) => {
  const share = 100 * part / whole;
  if (part === whole || part === 0 || (share >= 1 && share < 99.5)) return `${fixed(share, 0)} %`;
  return `${fixed(Math.min(Math.max(share, 0.1), 99.9), 1)} %`;
};

const middle = (values) => {
  if (!values.length) return NaN;
  const sorted = Float64Array.from(values).sort(), half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};
const meanOfMaps = (values) => Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
const least = (values) => values.reduce((a, b) => Math.min(a, b), Infinity);
const most = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);
const byMap = (places) => {
  const groups = new Map();
  for (const place of places) {
    const map = clickTable.map[place];
    if (!groups.has(map)) groups.set(map, []);
    groups.get(map).push(place);
  }
  return groups;
};

// The clicks of some maps and classes, and those that count: the ones that all compared racers have.
const placesOf = (maps, classes) => {
  const places = [];
  for (let place = 0; place < count; place++)
    if (maps.has(clickTable.map[place]) && classes.has(clickTable.kind[place])) places.push(place);
  return places;
};
const shownPlaces = (places) => {
  const field = racers.filter((racer) => racer.field);
  return places.filter((place) => field.every((racer) => !Number.isNaN(racer.ns[place])));
};
const metBy = (racer, places) => racer.field ? places : places.filter((place) => !Number.isNaN(racer.ns[place]));
// Over the answered clicks, as the answer counts them.
const mediansOver = (racer, groups) =>
  [...groups].map(([map, group]) => [contents.maps[map].name, middle(group.map((place) => racer.given[place]).filter(Number.isFinite))])
    .filter(([, ns]) => !Number.isNaN(ns));
const medianOver = (racer, groups) => {
  const medians = mediansOver(racer, groups).map(([, ns]) => ns);
  return medians.length ? meanOfMaps(medians) : Infinity;
};

const percentile = (sorted, tail) => sorted[Math.max(0, Math.ceil(tail / 100 * sorted.length) - 1)];
const standing = (racer, asked) => {
  const places = metBy(racer, asked), groups = byMap(places);
  const names = [...groups.keys()].map((map) => contents.maps[map].name);
  const times = places.map((place) => racer.ns[place]);
  const is = (place, bits) => (racer.state[place] & bits) === bits;
  const ratios = places.filter((place) => is(place, LEGAL | WALKED) && !Number.isNaN(racer.ratio[place]))
    .map((place) => racer.ratio[place]);
  const turns = [...groups.values()].map((group) => group.filter((place) => is(place, WALKED) && racer.turns[place] !== NO_TURNS)
    .map((place) => racer.turns[place])).filter((mine) => mine.length);
  const overMaps = (costs) => {
    const known = names.map((name) => costs[name]).filter((cost) => cost != null);
    return known.length ? meanOfMaps(known.map((cost) => Math.max(cost, 1))) : NaN;
  };
  const worst = (values) => values.length ? most(values) : NaN;
  return {
    clicks: places.length, median: places.length ? medianOver(racer, groups) : NaN, worst: worst(times),
    worst_answer: worst(times.filter((ns) => ns < Infinity)),
    over_frame: times.filter((ns) => ns > FRAME_NS).length,
    failed: places.filter((place) => !is(place, ANSWERED)).length,
    illegal: places.filter((place) => is(place, ILLEGAL)).length,
    walked: places.filter((place) => racer.state[place] & (LEGAL | ILLEGAL)).length,
    ratio_mean: ratios.length ? ratios.reduce((a, b) => a + b, 0) / ratios.length : NaN, ratio_worst: worst(ratios),
    turns: turns.length ? meanOfMaps(turns.map((mine) => Math.max(1, mine.reduce((a, b) => a + b, 0) / mine.length))) : NaN,
    prepare: overMaps(racer.prepared), prepare_worst: worst(names.map((name) => racer.prepared[name])
      .filter((cost) => cost != null)),
    memory: overMaps(racer.held), peak: overMaps(racer.peak), byMap: mediansOver(racer, groups),
  };
};

// 95 % intervals of the medians over resampled clicks; all racers share the resamples. The page as written also draws
// rounds and passes, which this script does not have.
const DRAWN = 1e6;
const intervals = (shown) => {
  let seed = 1;
  const random = () => {
    seed = seed + 0x6D2B79F5 | 0;
    let mixed = Math.imul(seed ^ seed >>> 15, 1 | seed);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };
  const draws = Math.max(40, Math.min(200, Math.floor(DRAWN / (shown.length * racers.length + 1))));
  const medians = new Map(racers.map((racer) => [racer.algo, []]));
  const groups = byMap(shown);
  for (let draw = 0; draw < draws; draw++) {
    const again = new Map([...groups].map(([map, group]) =>
      [map, group.map(() => group[Math.floor(random() * group.length)])]));
    for (const racer of racers)
      if (racer.field) medians.get(racer.algo).push(medianOver(racer, again));
  }
  return new Map([...medians].map(([algo, values]) => {
    const sorted = Float64Array.from(values).sort();
    return [algo, values.length ? [percentile(sorted, 2.5), percentile(sorted, 97.5)] : [NaN, NaN]];
  }));
};
