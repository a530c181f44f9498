// The map of decisions: what leads for each acceptable load time and slow query, in the reader's situation, by
// the rule of situation.js; its axes and the small maps are those of `footrace answer --regions`.
const CELL = 2; // pixels
const CLEAR = 9; // pixels: kept free around the mark of the thresholds
const decided = contents.decisions;
const middles = ([low, high], count) => Array.from({length: count}, (_, place) => low * (high / low) ** ((place + 0.5) / count));
const reaching = ([low, high], value) => [Math.min(low, value / 2), Math.max(high, 2 * value)];

// Rows of racers from low to high, one for each cell of a box.
const cellsOf = (found, loads, slows, wide, tall) =>
  found.plane(middles(loads, Math.floor(wide / CELL)), middles(slows, Math.floor(tall / CELL)));

// A path for each racer: boxes of neighbouring cells, row by row; equal rows are one.
const outlinesOf = (cells, left, bottom) => {
  const paths = new Map();
  for (let row = 0; row < cells.length;) {
    let next = row + 1;
    while (next < cells.length && cells[next].every((leads, place) => leads === cells[row][place])) next++;
    for (let from = 0; from < cells[row].length;) {
      const leads = cells[row][from];
      let to = from + 1;
      while (cells[row][to] === leads) to++;
      const box = `M${left + CELL * from} ${bottom - CELL * next}h${CELL * (to - from)}v${CELL * (next - row)}h${CELL * (from - to)}z`;
      paths.set(leads, (paths.get(leads) ?? "") + box);
      from = to;
    }
    row = next;
  }
  return paths;
};
// Racer -> the cell that is farthest from cells where the racer does not lead or that are taken: [column, row].
const hearts = (cells, taken) => {
  const depth = cells.map((row) => new Uint16Array(row.length)), found = new Map();
  const at = (row, column) => depth[row]?.[column] ?? 0;
  cells.forEach((row, y) => row.forEach((leads, x) => {
    if (taken(x, y)) return;
    const same = cells[y - 1]?.[x] === leads && row[x - 1] === leads;
    depth[y][x] = 1 + (same ? Math.min(at(y - 1, x), at(y, x - 1)) : 0);
  }));
  for (let y = cells.length - 1; y >= 0; y--)
    for (let x = cells[y].length - 1; x >= 0; x--) {
      const leads = cells[y][x], same = cells[y + 1]?.[x] === leads && cells[y][x + 1] === leads;
      depth[y][x] = Math.min(depth[y][x], 1 + (same ? Math.min(at(y + 1, x), at(y, x + 1)) : 0));
      if (depth[y][x] > (found.get(leads)?.deep ?? 0)) found.set(leads, {deep: depth[y][x], x, y});
    }
  return found;
};
const drawCells = (svg, cells, left, bottom) => {
  for (const [algo, d] of outlinesOf(cells, left, bottom))
    draw("path", {d, class: "region", "data-racer": algo, style: `fill:${racerOf.get(algo).colour}`}, svg);
};
const drawRing = (svg, x, y, radius) => draw("circle", {class: "ring", cx: x, cy: y, r: radius}, svg);

const SAID = {memory: (value) => `memory ${size(value)}`, change: (value) => `changes ${decade(value)}`,
              "queries-per-frame": (value) => `${value} queries a frame`};
const varied = (situation, {quantity, value}) => quantity === "queries-per-frame" ? {...situation, queries: value} :
  {...situation, thresholds: {...situation.thresholds, [quantity]: value}};
const drawSmall = (parent, one, situation, loads, slows) => {
  const wide = 130, tall = 90, figure = document.createElement("figure"), caption = document.createElement("figcaption");
  const svg = draw("svg", {viewBox: `0 0 ${wide} ${tall}`, "aria-hidden": "true"});
  const {load, slow} = situation.thresholds;
  const found = weigh(varied(situation, one));
  drawCells(svg, cellsOf(found, loads, slows, wide, tall), 0, tall);
  drawRing(svg, logScale(...loads, 0, wide)(load), logScale(...slows, tall, 0)(slow), 3);
  caption.textContent = `${SAID[one.quantity](one.value)}: ${found.leads.algo}`;
  figure.append(caption, svg);
  parent.append(figure);
};

LIVE.decisions = (host, view) => {
  const situation = situationOf(view.situation), {load, slow} = situation.thresholds, found = weigh(situation);
  if (!found.leads) return null;
  const loads = reaching(decided.load, load), slows = reaching(decided.slow, slow);
  const plot = new Plot(host, {low: loads[0], high: loads[1], show: decade, name: "acceptable load time"},
                        {low: slows[0], high: slows[1], show: decade, name: "acceptable slow query"});
  const cells = cellsOf(found, loads, slows, plot.right - MARGIN.left, plot.bottom - MARGIN.top);
  const at = (column, row) => [MARGIN.left + CELL * (column + 0.5), plot.bottom - CELL * (row + 0.5)];
  const [x, y] = [plot.X(load), plot.Y(slow)];
  drawCells(plot.svg, cells, MARGIN.left, plot.bottom);
  drawRing(plot.svg, x, y, 6);
  plot.kept.push({left: x - CLEAR, right: x + CLEAR, top: y - CLEAR, bottom: y + CLEAR});
  const near = (column, row) => Math.hypot(at(column, row)[0] - x, at(column, row)[1] - y) < 2 * CLEAR;
  const named = [...hearts(cells, near)].map(([algo, heart]) => [racerOf.get(algo), ...at(heart.x, heart.y)]);
  const say = (algo, x, y) => `${algo} leads at a load time of ${duration(loads[0] * (loads[1] / loads[0]) **
    ((x - MARGIN.left) / (plot.right - MARGIN.left)))} and a slow query of ${duration(slows[0] * (slows[1] / slows[0]) **
    ((plot.bottom - y) / (plot.bottom - MARGIN.top)))}`;
  for (const [racer, x, y] of named) {
    plot.mark(plot.group(racer), racer, x, y, 1.1);
    plot.target(racer, x, y, say(racer.algo, x, y));
  }
  placeLabels(plot, named.map(([racer]) => racer));
  plot.nearest = (x, y) => {
    const algo = cells[Math.floor((plot.bottom - y) / CELL)]?.[Math.floor((x - MARGIN.left) / CELL)];
    return algo ? {racer: algo, x, y, text: say(algo, x, y), click: null} : null;
  };
  const title = host.closest("figure").querySelector("h3"), others = named.map(([racer]) => racer.algo)
    .filter((algo) => algo !== found.leads.algo);
  if (!written.has(title)) written.set(title, title.textContent);
  title.textContent = !Object.values(view.situation).some(Boolean) ? written.get(title) :
    `In your situation ${found.leads.algo} leads` + (others.length ? `; at other thresholds ${others.join(", ")}` : ", and nothing else at other thresholds");
  const small = document.createElement("div");
  small.className = "small-maps";
  host.append(small);
  for (const one of decided.varied) drawSmall(small, one, situation, loads, slows);
  return Object.assign(plot, {cells});
};
