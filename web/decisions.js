// The map of decisions: which back end leads at each load time and acceptable slow query, as
// page_answer.h has it. A click on the map, or its two fields, moves the reader's own point.

const SVG = "http://www.w3.org/2000/svg";
const TALL = 290, EDGES = { left: 66, right: 14, top: 8, bottom: 44 };
const LABEL = { letter: 7.6, high: 10, clear: 14 }; // pixels: of a name, and around the point

function duration(ns) {
  return ns >= 1e9 ? `${plain(ns / 1e9, 2)} s` : micros(Number((ns / 1000).toPrecision(2)));
}

function shape(kind, values, text) {
  const made = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// [name, corners] of each region; corners are [load, slow].
function* outlines({ rows, load }) {
  for (let from = 0, to; from < rows.length; from = to) {
    const { leads } = rows[from], same = (row) => String(row.leads) === String(leads);
    for (to = from + 1; to < rows.length && same(rows[to]);) to++;
    const chain = rows.slice(from, to);
    if (to < rows.length) chain.push({ ...chain.at(-1), slow: rows[to].slow });
    for (const [i, name] of leads.entries())
      yield [name, [...chain.map((row) => [i ? row.until[i - 1] : load[0], row.slow]),
        ...chain.map((row) => [row.until[i], row.slow]).reverse()]];
  }
}

class Decisions {
  constructor(host, colourOf, choose) {
    this.host = host;
    this.colourOf = colourOf;
    this.fields = ["load", "slow"].map((name) => host.querySelector(`[name=${name}]`));
    this.svg = host.querySelector("svg");
    const chosen = () => choose(...this.fields.map((field) => Number(field.value) * 1e6 || 0));
    for (const field of this.fields) field.onchange = chosen;
    this.svg.onclick = ({ clientX, clientY }) => {
      const box = this.svg.getBoundingClientRect(), { load, slow } = this.regions;
      const [x, y] = [clientX - box.left, clientY - box.top].map((at, i) => at * this.svg.viewBox.baseVal.width /
        box.width - (i ? EDGES.top : EDGES.left));
      const at = ([low, high], part) => low * (high / low) ** clamp(part, 0, 1);
      [at(load, x / this.wide), at(slow, 1 - y / this.tall)].forEach((ns, i) => {
        this.fields[i].value = Number((ns / 1e6).toPrecision(2));
      });
      chosen();
    };
    new ResizeObserver(() => this.regions && this.draw()).observe(host);
    dark.addEventListener("change", () => this.regions && this.draw());
  }

  show(regions) {
    this.regions = regions;
    this.host.hidden = !regions?.rows.length;
    if (this.host.hidden) return;
    regions.at.forEach((ns, i) => { this.fields[i].value = Number((ns / 1e6).toPrecision(3)); });
    this.draw();
  }

  x(load) {
    const [low, high] = this.regions.load;
    return EDGES.left + Math.log(load / low) / Math.log(high / low) * this.wide;
  }

  y(slow) {
    const [low, high] = this.regions.slow;
    return EDGES.top + (1 - Math.log(slow / low) / Math.log(high / low)) * this.tall;
  }

  draw() {
    const { regions, svg } = this, width = clamp(this.host.clientWidth, 280, 760);
    const [x, y] = [this.x, this.y].map((place) => place.bind(this));
    this.wide = width - EDGES.left - EDGES.right;
    this.tall = TALL - EDGES.top - EDGES.bottom;
    svg.setAttribute("viewBox", `0 0 ${width} ${TALL}`);
    svg.style.width = `${width}px`;
    const paths = [...outlines(regions)].map(([name, corners]) => {
      const path = shape("path", { class: "region", fill: ink(this.colourOf(name)), stroke: ink(this.colourOf(name)),
        d: `M${corners.map(([load, slow]) => `${x(load).toFixed(1)} ${y(slow).toFixed(1)}`).join("L")}z` });
      path.append(shape("title", {}, name));
      return path;
    });
    this.host.querySelector("ul").replaceChildren(...[...new Set(regions.rows.flatMap((row) => row.leads))]
      .map((name) => {
        const item = document.createElement("li"), swatch = document.createElement("i");
        swatch.className = "swatch";
        swatch.style.background = ink(this.colourOf(name));
        item.append(swatch, name);
        return item;
      }));
    svg.replaceChildren(...paths, ...this.axes(), ...this.names(),
      shape("circle", { class: "point", cx: x(regions.at[0]), cy: y(regions.at[1]), r: 7 }));
  }

  axes() {
    const decades = ([low, high]) => Array.from({ length: 12 }, (_, i) => 10 ** i).filter((ns) => ns >= low && ns <= high);
    const { load, slow } = this.regions, foot = EDGES.top + this.tall;
    return [
      ...decades(load).map((ns) => shape("text", { x: this.x(ns), y: foot + 16, "text-anchor": "middle" }, duration(ns))),
      ...decades(slow).map((ns) => shape("text", { x: EDGES.left - 6, y: this.y(ns) + 4, "text-anchor": "end" }, duration(ns))),
      shape("text", { x: EDGES.left + this.wide / 2, y: foot + 36, "text-anchor": "middle" }, "acceptable load time"),
      shape("text", { "text-anchor": "middle", transform: `translate(13 ${EDGES.top + this.tall / 2}) rotate(-90)` },
        "acceptable slow query"),
    ];
  }

  // A name where its region is widest, if there is room.
  names() {
    const { rows } = this.regions, best = new Map(), at = rows.map((row) => this.y(row.slow));
    const ends = rows.map((row) => row.leads.map((name, i) =>
      [name, i ? this.x(row.until[i - 1]) : EDGES.left, this.x(row.until[i])]));
    const [px, py] = [this.x(this.regions.at[0]), this.y(this.regions.at[1])];
    for (const [row, pieces] of ends.entries())
      for (const [name, left, right] of pieces) {
        const middle = (left + right) / 2, half = name.length * LABEL.letter / 2, y = at[row];
        const near = ends.filter((_, other) => Math.abs(at[other] - y) < LABEL.high + 6);
        const room = Math.min(y - EDGES.top - LABEL.high, EDGES.top + this.tall - LABEL.high - y, ...near.map((other) => {
          const mine = other.find(([leads, from, to]) => leads === name && from <= middle && to >= middle);
          return mine ? Math.min(middle - mine[1], mine[2] - middle) - half : -1;
        }));
        const taken = Math.abs(middle - px) < half + LABEL.clear && Math.abs(y - py) < LABEL.high + LABEL.clear;
        if (room >= 0 && !taken && room > (best.get(name)?.room ?? -1)) best.set(name, { room, middle, y });
      }
    return [...best].map(([name, { middle, y }]) =>
      shape("text", { class: "name", x: middle, y: y + 5, "text-anchor": "middle" }, name));
  }
}
