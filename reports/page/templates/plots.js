// Figures drawn from the rows: axes, curves and points; every value can be pointed at, or reached by keys.
const SVG = "http://www.w3.org/2000/svg";
const draw = (name, attributes = {}, parent = null, text = "") => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  if (parent) parent.append(element);
  return element;
};
const MARGIN = {left: 62, right: 16, top: 22, bottom: 44};
const REACH = 40; // pixels: a pointer this close to a value selects it

const decimalTicks = (low, high, most) => {
  const within = (digits) => {
    const found = [];
    for (let power = -8; power < 13; power++)
      for (const digit of digits) {
        const value = digit * 10 ** power;
        if (value >= low * 0.999 && value <= high * 1.001) found.push(value);
      }
    return found;
  };
  let ticks = within([1]);
  if (ticks.length < 2) ticks = within([1, 2, 5]);
  const every = Math.ceil(ticks.length / most) || 1;
  return ticks.filter((_, place) => place % every === 0);
};
const decades = (values) => {
  const known = values.filter((value) => value > 0 && value < Infinity);
  return [10 ** Math.floor(Math.log10(least(known))), 10 ** Math.ceil(Math.log10(1.05 * most(known)))];
};
const logScale = (low, high, from, to) => (value) =>
  from + (to - from) * (Math.log(Math.min(Math.max(value, low), high)) - Math.log(low)) / (Math.log(high) - Math.log(low));
const decade = (value) => {
  const [size, unit] = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]].find(([size]) => value >= 0.999 * size) ||
    [1, "ns"];
  return `${Number((value / size).toPrecision(4))} ${unit}`;
};

class Plot {
  // x and y: {low, high, show, name, ticks}; a share axis has linear set.
  constructor(host, x, y) {
    this.width = Math.max(300, host.clientWidth);
    this.height = Math.round(Math.min(420, Math.max(300, 0.62 * this.width)));
    this.targets = [];
    this.highest = y.high;
    this.kept = []; // boxes where no name may be
    this.svg = draw("svg", {viewBox: `0 0 ${this.width} ${this.height}`, width: this.width, height: this.height,
                            "aria-hidden": "true"});
    this.right = this.width - MARGIN.right;
    this.bottom = this.height - MARGIN.bottom;
    this.X = this.axis(x, MARGIN.left, this.right);
    this.Y = this.axis(y, this.bottom, MARGIN.top);
    const axes = draw("g", {class: "axes"}, this.svg);
    for (const value of x.ticks || decimalTicks(x.low, x.high, this.width < 450 ? 4 : 8)) {
      draw("path", {d: `M${this.X(value)} ${MARGIN.top}V${this.bottom}`}, axes);
      draw("text", {x: this.X(value), y: this.bottom + 16, "text-anchor": "middle"}, axes, x.show(value));
    }
    for (const value of y.ticks || decimalTicks(y.low, y.high, 6)) {
      draw("path", {d: `M${MARGIN.left} ${this.Y(value)}H${this.right}`}, axes);
      draw("text", {x: MARGIN.left - 8, y: this.Y(value) + 4, "text-anchor": "end"}, axes, y.show(value));
    }
    draw("text", {x: this.right, y: this.height - 8, "text-anchor": "end", class: "name"}, axes, x.name);
    draw("text", {x: 4, y: 12, class: "name"}, axes, y.name);
    host.replaceChildren(this.svg);
  }

  axis({low, high, linear}, from, to) {
    if (linear) return (value) => from + (to - from) * (value - low) / (high - low);
    return logScale(low, high, from, to);
  }

  group(racer) {
    return draw("g", {"data-racer": racer.algo}, this.svg);
  }

  guide(ns, name, upright) {
    const above = !upright && ns > this.highest;
    const line = upright ? `M${this.X(ns)} ${MARGIN.top}V${this.bottom}` :
      `M${MARGIN.left} ${this.Y(ns)}H${this.right}`;
    if (!above) draw("path", {class: "guide", d: line}, this.svg);
    const text = draw("text", upright ? {x: this.X(ns), y: MARGIN.top - 6, "text-anchor": "middle", class: "name"} :
      above ? {x: this.right, y: MARGIN.top - 6, "text-anchor": "end", class: "name"} :
      {x: MARGIN.left + 4, y: this.Y(ns) - 4, class: "name"}, this.svg, above ? `${name}, is above` : name);
    const {x, y, width, height} = text.getBBox();
    this.kept.push({left: x, right: x + width, top: y, bottom: y + height});
  }

  line(group, racer, d, width = 2) {
    draw("path", {d, class: "curve", style: `stroke:${racer.colour};stroke-width:${width}`,
                  "stroke-dasharray": racer.dashes.join(" ") || "none"}, group);
  }

  mark(group, racer, x, y, size = 1) {
    draw("path", {d: racer.marker, transform: `translate(${x} ${y}) scale(${size})`,
                  style: `fill:${racer.face};stroke:${racer.edge};stroke-width:${racer.hollow ? 1.4 : 0.8}`}, group);
  }

  target(racer, x, y, text, click = null) {
    this.targets.push({racer: racer.algo, x, y, text, click});
  }

  // A curve of shares: the fraction of all values up to each value.
  shares(racer, values, all, say) {
    const sorted = Float64Array.from(values.filter((value) => value < Infinity)).sort();
    if (!sorted.length) return;
    const group = this.group(racer), steps = Math.min(sorted.length, 240);
    const at = (step) => Math.ceil(sorted.length * step / steps);
    let d = `M${this.X(sorted[0])} ${this.Y(0)}`;
    for (let step = 1; step <= steps; step++) {
      const x = this.X(sorted[at(step) - 1]), y = this.Y(100 * at(step) / all);
      d += `H${x.toFixed(1)}V${y.toFixed(1)}`;
      if (step % Math.ceil(steps / 24) === 0 || step === steps)
        this.target(racer, x, y, say(sorted[at(step) - 1], percent(at(step), all)));
    }
    if (sorted.length < all)
      draw("path", {class: "rest", style: `stroke:${racer.colour}`,
                    d: `M${this.X(sorted.at(-1))} ${this.Y(100 * sorted.length / all)}H${this.right}`}, group);
    this.line(group, racer, d);
    for (let part = 1; part < 8; part += 2) {
      const place = Math.max(1, Math.round(sorted.length * part / 8));
      this.mark(group, racer, this.X(sorted[place - 1]), this.Y(100 * place / all), 0.9);
    }
  }

  nearest(x, y) {
    let best = null, distance = REACH;
    for (const target of this.targets) {
      const away = Math.hypot(target.x - x, target.y - y);
      if (away < distance) [best, distance] = [target, away];
    }
    return best;
  }
}

const SHARE = {low: 0, high: 100, linear: true, ticks: [0, 25, 50, 75, 100], show: (value) => `${value} %`};
const pixels = (value) => value >= 999 ? `${Number((value / 1000).toPrecision(3))}k` : String(value);
const named = (place) => `${contents.maps[clickTable.map[place]].name}, click ${clickTable.click[place]}`;

// Clicks by distance. Maps whose usual click is much farther than that of the previous map get their own
// line, as no data supports a line between them.
const GAP = 4;
const reachesOf = (walked) => {
  const far = (places) => middle(places.map((place) => clickTable.optimum[place]));
  const maps = [...byMap(walked).values()].sort((a, b) => far(a) - far(b)), reaches = [];
  maps.forEach((places, number) => {
    const apart = number && far(places) / far(maps[number - 1]);
    if (!number || apart > GAP) reaches.push({places: [], names: [], at: far(places)});
    reaches.at(-1).places.push(...places);
    reaches.at(-1).names.push(contents.maps[clickTable.map[places[0]]].name);
  });
  for (const {places} of reaches) places.sort((a, b) => clickTable.optimum[a] - clickTable.optimum[b]);
  return reaches;
};

const CROSSES = 200; // of a racer; more would hide one another
const crossing = (racer, places) => places.filter((place) => racer.state[place] & ILLEGAL && !Number.isNaN(racer.ratio[place]));

// Figure -> how it is drawn from the shown clicks. Any other figure stays as it was written.
const LIVE = {
  "click-times"(host, view) {
    const all = view.compared.flatMap((racer) => view.met(racer).map((place) => racer.ns[place]));
    const [low, high] = decades([...all, FRAME_NS]);
    const plot = new Plot(host, {low, high, show: decade, name: "time for a click"}, {...SHARE, name: "clicks answered"});
    plot.guide(FRAME_NS, "frame, 16.7 ms", true);
    for (const racer of view.compared) {
      const places = view.met(racer);
      plot.shares(racer, places.map((place) => racer.ns[place]), places.length,
                  (ns, share) => `${racer.algo} answers ${share} within ${duration(ns)}`);
    }
    return plot;
  },
  "length-over-optimum"(host, view) {
    const legal = (racer) => view.met(racer).filter((place) =>
      (racer.state[place] & LEGAL) && (racer.state[place] & WALKED) && !Number.isNaN(racer.ratio[place]));
    const over = (ratio) => Math.max(ratio - 1, EXACT);
    const all = view.compared.flatMap((racer) => legal(racer).map((place) => over(racer.ratio[place])));
    const plot = new Plot(host, {low: EXACT, high: Math.max(0.2, 1.15 * most([...all, EXACT])),
                                 show: (value) => value <= EXACT ? "exact" : `+${Number((100 * value).toPrecision(3))} %`,
                                 name: "longer than the shortest path"}, {...SHARE, name: "clicks with a legal path"});
    for (const racer of view.compared) {
      const places = legal(racer);
      if (places.length)
        plot.shares(racer, places.map((place) => over(racer.ratio[place])), view.met(racer).length,
                    (value, share) => `${share} of the paths of ${racer.algo} are ${value <= EXACT ? "the shortest" :
                      `at most ${more(1 + value)} longer than the shortest`}`);
    }
    const lanes = view.compared.map((racer) => [racer, crossing(racer, view.met(racer))]).filter(([, places]) => places.length);
    lanes.forEach(([racer, places], lane) => { // the last lane is the lowest
      const every = Math.ceil(places.length / CROSSES), y = plot.bottom - 3 - 8 * (lanes.length - lane);
      const d = places.filter((_, place) => place % every === 0).map((place) => `M${plot.X(over(racer.ratio[place])) - 3} ${y}l6 6m0-6l-6 6`);
      draw("path", {d: d.join(""), style: `stroke:${racer.colour};stroke-width:1.2`}, plot.group(racer));
    });
    return plot;
  },
  "time-against-distance"(host, view) {
    const walked = view.shown.filter((place) => clickTable.optimum[place] > 0);
    if (!walked.length) return null;
    const reach = walked.map((place) => clickTable.optimum[place]);
    const times = view.compared.flatMap((racer) => walked.map((place) => racer.ns[place]));
    const [low, high] = decades([...times.filter((ns) => !Number.isNaN(ns)), FRAME_NS]);
    const plot = new Plot(host, {low: least(reach) * 0.8, high: most(reach) * 1.25, show: pixels, name: "distance (pixels)"},
                          {low, high, show: decade, name: "time for a click"});
    const reaches = reachesOf(walked);
    const every = Math.ceil(walked.length / 300);
    for (const racer of view.compared) {
      const group = plot.group(racer);
      let dots = "";
      walked.forEach((place, number) => {
        const ns = racer.ns[place], kept = contents.paths[place]?.[racer.algo];
        if (!(ns < Infinity) || number % every && !kept) return;
        const x = plot.X(clickTable.optimum[place]), y = plot.Y(ns);
        dots += `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
        plot.target(racer, x, y, `${racer.algo}: ${duration(ns)}, ${named(place)}`, place);
      });
      draw("path", {class: "dots", d: dots, style: `stroke:${racer.colour}`}, group);
      for (const {places} of reaches) { // a separate line for each group of maps
        const order = places.filter((place) => !Number.isNaN(racer.ns[place]));
        const bins = Math.max(1, Math.min(7, Math.floor(order.length / 3)));
        const line = [];
        for (let bin = 0; bin < bins; bin++) {
          const mine = order.slice(Math.floor(bin * order.length / bins), Math.floor((bin + 1) * order.length / bins));
          const ns = middle(mine.map((place) => racer.ns[place]));
          if (ns < Infinity) line.push([plot.X(middle(mine.map((place) => clickTable.optimum[place]))), plot.Y(ns)]);
        }
        if (line.length > 1) plot.line(group, racer, "M" + line.map((point) => point.join(" ")).join("L"));
        for (const [x, y] of line) plot.mark(group, racer, x, y, 0.9);
      }
    }
    plot.guide(FRAME_NS, "frame, 16.7 ms", false);
    for (const {at, names} of reaches.slice(1))
      draw("text", {x: plot.X(at), y: MARGIN.top + 10, "text-anchor": "middle", class: "name"}, plot.svg, names.join(", "));
    return plot;
  },
  "time-against-length"(host, view) {
    return traded(host, view, "ratio_mean", {
      value: (ratio) => Math.max(ratio - 1, EXACT), name: "longer than the shortest, on average",
      show: (value) => value <= EXACT ? "exact" : `+${Number((100 * value).toPrecision(3))} %`, describe: detour});
  },
  "time-against-preparation"(host, view) {
    return traded(host, view, "prepare", {value: (ns) => Math.max(ns, 1), name: "preparation, mean over the maps",
                                          show: decade, describe: (ns) => `${duration(ns)} of preparation`});
  },
  "time-against-memory"(host, view) {
    return traded(host, view, "memory", {value: (held) => Math.max(held, 1), name: "memory held, mean over the maps",
                                         show: (held) => size(held).replace(/\.0 /, " "), describe: (held) => `${size(held)} held`});
  },
};

// The racers that answer every click legally and that no other such racer beats in both respects; every
// racer beyond their staircase is beaten.
const drawFront = (plot, view, able, costs) => {
  const fair = able.map((racer, place) => ({cost: costs[place], ns: view.standings.get(racer.algo).median,
                                            mine: view.standings.get(racer.algo)}))
    .filter(({mine}) => !mine.failed && !mine.illegal);
  const front = fair.filter((one) => !fair.some((other) => other.ns <= one.ns && other.cost <= one.cost &&
    (other.ns < one.ns || other.cost < one.cost))).sort((a, b) => a.cost - b.cost);
  if (!front.length) return;
  let d = `M${plot.X(front[0].cost)} ${MARGIN.top}`;
  for (const {cost, ns} of front) d += `H${plot.X(cost)}V${plot.Y(ns)}`;
  draw("path", {class: "front-area", d: `${d}H${plot.right}V${MARGIN.top}Z`}, plot.svg);
  draw("path", {class: "front-line", d: `${d}H${plot.right}`}, plot.svg);
};

// Names beside the marks that stand for one racer each: next to the mark where there is room, else at the
// nearest free place, with a line that leads to the mark. No name lies on a mark or on another name.
const BESIDE = [[1, 0], [-1, 0], [0, -1], [0, 1], [1, -1], [-1, -1], [1, 1], [-1, 1]]; // the first is best
const MARK = 7, LETTERS = 11, RING = 9; // pixels: half a mark, the height of a name, the distance of two rings of places
const touch = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
const placeLabels = (plot, named) => {
  const marks = plot.targets.map(({x, y}) => ({left: x - MARK, right: x + MARK, top: y - MARK, bottom: y + MARK}));
  const taken = [...marks, ...plot.kept];
  const around = (x, y, wide, far, [across, down]) => {
    const left = x - wide / 2 + across * (wide / 2 + far), middle = y + down * (LETTERS / 2 + far);
    return {left, right: left + wide, top: middle - LETTERS / 2, bottom: middle + LETTERS / 2};
  };
  const free = (box, own) => box.left >= MARGIN.left && box.right <= plot.width && box.top >= MARGIN.top - 8 &&
    box.bottom <= plot.bottom && !taken.some((other) => other !== own && touch(box, other));
  named.forEach((racer, number) => {
    const {x, y} = plot.targets[number];
    const label = draw("text", {class: "label", "data-label": racer.algo}, plot.group(racer), racer.algo);
    const wide = label.getComputedTextLength() + 2;
    let box = null, ring = 0;
    for (; !box && ring * RING < plot.width; ring++)
      box = BESIDE.map((side) => around(x, y, wide, MARK + 1 + ring * RING, side)).find((place) => free(place, marks[number]));
    if (!box) box = around(x, y, wide, MARK + 1, BESIDE[ring = 0]);
    taken.push(box);
    label.setAttribute("x", box.left + 1);
    label.setAttribute("y", box.bottom - 2);
    if (ring > 1) {
      const end = [Math.min(Math.max(x, box.left), box.right), Math.min(Math.max(y, box.top), box.bottom)];
      label.before(draw("path", {class: "leader", d: `M${x} ${y}L${end.join(" ")}`}));
    }
  });
};

// Racers by cost and time of a click; the axis includes a frame unless all marks would then crowd at its
// lower end.
const FAR_BELOW = 100;
const ARC = 12; // pixels: the radius of the arc that shows the share of paths through walls
const traded = (host, view, measure, cost) => {
  const able = view.compared.filter((racer) => {
    const mine = view.standings.get(racer.algo);
    return mine.median > 0 && mine.median < Infinity && !Number.isNaN(mine[measure]);
  });
  if (!able.length) return null;
  const costs = able.map((racer) => cost.value(view.standings.get(racer.algo)[measure]));
  const xs = measure !== "ratio_mean" ? decades(costs) : [EXACT, Math.max(0.1, 1.5 * most(costs))];
  const times = able.map((racer) => view.standings.get(racer.algo).median);
  const [low, high] = decades(FRAME_NS > FAR_BELOW * most(times) ? times : [...times, FRAME_NS]);
  const plot = new Plot(host, {low: xs[0], high: xs[1], show: cost.show, name: cost.name},
                        {low, high, show: decade, name: "median click"});
  drawFront(plot, view, able, costs);
  plot.guide(FRAME_NS, "frame, 16.7 ms", false);
  able.forEach((racer, number) => {
    const mine = view.standings.get(racer.algo), group = plot.group(racer);
    const x = plot.X(costs[number]), y = plot.Y(mine.median);
    const [from, to] = view.intervals.get(racer.algo) || [];
    if (from > 0 && to < Infinity)
      draw("path", {class: "interval", d: `M${x} ${plot.Y(from)}V${plot.Y(to)}`, style: `stroke:${racer.colour}`}, group);
    plot.mark(group, racer, x, y, 1.2);
    if (measure === "ratio_mean" && mine.illegal)
      draw("circle", {class: "walls", cx: x, cy: y, r: ARC, pathLength: mine.walked, "stroke-dasharray": `${mine.illegal} ${mine.walked}`,
                      transform: `rotate(-90 ${x} ${y})`}, group);
    plot.target(racer, x, y, `${racer.algo}: ${duration(mine.median)}, ${cost.describe(mine[measure])}`);
  });
  placeLabels(plot, able);
  return plot;
};
