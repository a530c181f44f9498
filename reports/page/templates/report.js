// The reader's choices: kept in the address, and applied to every table and figure.
const shownAtFirst = new Set(contents.classes.flatMap((kind, place) => kind.counted ? [place] : []));
const state = {off: new Set(), maps: new Set(), classes: new Set(shownAtFirst), racer: null, click: contents.first,
               all: false, situation: {}};
const view = {};
const announcer = document.getElementById("announced");
const tip = document.getElementById("tip");
const plots = new Map();
const written = new Map(); // data element or strip -> as the page was written

const clickName = (place) => [contents.maps[clickTable.map[place]].name, clickTable.set[place], clickTable.click[place]].join("/");
const placeOf = (name) => {
  for (let place = 0; place < count; place++) if (clickName(place) === name) return place;
  return null;
};
const listed = (values) => [...values].map(encodeURIComponent).join(",");
const address = () => {
  const parts = [];
  const add = (key, value) => { if (value !== "" && value !== null) parts.push(`${key}=${value}`); };
  add("off", listed(state.off));
  add("maps", listed([...state.maps].map((map) => contents.maps[map].name)));
  if ([...state.classes].sort().join() !== [...shownAtFirst].sort().join())
    add("classes", listed([...state.classes].map((kind) => contents.classes[kind].name)) || "none");
  if (state.racer) add("racer", encodeURIComponent(state.racer));
  if (state.click !== contents.first && state.click !== null) add("click", encodeURIComponent(clickName(state.click)));
  if (state.all) add("paths", "all");
  add("situation", spelled(state.situation));
  return parts.length ? "#" + parts.join("&") : location.pathname + location.search;
};
const readAddress = () => {
  if (location.hash && !location.hash.includes("=")) return; // a link to a part of the page
  const words = new Map(location.hash.slice(1).split("&").filter(Boolean).map((part) => part.split("=")));
  const items = (key) => (words.get(key) || "").split(",").filter(Boolean).map(decodeURIComponent);
  state.off = new Set(items("off").filter((algo) => racerOf.has(algo)));
  state.maps = new Set(items("maps").map((name) => contents.maps.findIndex((map) => map.name === name)).filter((at) => at >= 0));
  state.classes = words.has("classes") ?
    new Set(items("classes").map((name) => contents.classes.findIndex((kind) => kind.name === name)).filter((at) => at >= 0)) :
    new Set(shownAtFirst);
  const racer = decodeURIComponent(words.get("racer") || "");
  state.racer = racerOf.has(racer) ? racer : null;
  state.click = words.has("click") ? placeOf(decodeURIComponent(words.get("click"))) ?? contents.first : contents.first;
  state.all = words.get("paths") === "all";
  state.situation = fieldsOf(decodeURIComponent(words.get("situation") || ""));
};
const keep = () => history.replaceState(null, "", address());

// Numbers in tables: computed again, or as written if everything is shown.
const SHOW = {
  median: duration, slow: duration, worst: duration, worst_answer: duration, prepare: duration,
  prepare_worst: duration, memory: size, peak: size, ratio_mean: detour, ratio_worst: detour,
  turns: (value) => value % 1 ? figures(value) : fixed(value, 0), illegal: (value) => fixed(value, 0),
  failed: (value) => fixed(value, 0), clicks: (value) => fixed(value, 0), rank: () => "–",
  high: duration, over_frame: (value, mine) => mine.clicks ? percent(value, mine.clicks) : "–",
  low: (value, mine) => span(value, mine.high).split("–")[0],
};
const everything = () => state.maps.size === 0 &&
  [...state.classes].sort().join() === [...shownAtFirst].sort().join();

const recount = () => {
  const maps = new Set(contents.maps.map((_, map) => map).filter((map) => !state.maps.has(map)));
  const asked = placesOf(maps, state.classes);
  view.shown = shownPlaces(asked);
  view.met = (racer) => metBy(racer, view.shown);
  view.intervals = everything() ? writtenIntervals() : intervals(view.shown);
  view.standings = new Map(racers.map((racer) => [racer.algo, standing(racer, racer.field ? view.shown : asked)]));
  const order = racers.filter((racer) => racer.field)
    .sort((a, b) => view.standings.get(a.algo).median - view.standings.get(b.algo).median);
  order.forEach((racer, place) => {
    const [low, high] = view.intervals.get(racer.algo) || [NaN, NaN];
    Object.assign(view.standings.get(racer.algo), {rank: place + 1, low, high});
  });
};
const writtenIntervals = () => new Map(racers.map((racer) => {
  const value = (measure) => Number(document.querySelector(
    `#standings data[data-of="${CSS.escape(racer.algo)}"][data-measure="${measure}"]`)?.getAttribute("value") ?? NaN);
  return [racer.algo, [value("low"), value("high")]];
}));

const showNumbers = () => {
  const whole = everything();
  for (const data of document.querySelectorAll("main data[data-of]:not(#failures *)")) {
    const mine = view.standings.get(data.dataset.of), show = SHOW[data.dataset.measure];
    if (!written.has(data)) written.set(data, [data.textContent, data.getAttribute("value")]);
    const [text, value] = written.get(data);
    if (!mine || !show) {
      if (mine) (data.closest("small") || data).hidden = !whole;
      continue;
    }
    const now = mine[data.dataset.measure] ?? NaN; // slow queries: the page does not carry their samples
    data.textContent = whole ? text : Number.isNaN(now) ? "–" : show(now, mine);
    data.value = whole ? value : Number.isNaN(now) ? "" : String(now);
    const cell = data.closest("td[data-value]");
    if (cell && cell.querySelector("data") === data) cell.dataset.value = data.value;
  }
  for (const letters of document.querySelectorAll(".letters")) letters.hidden = !whole;
  for (const strip of document.querySelectorAll("svg.strip[data-racer]")) showStrip(strip, whole);
  for (const table of document.querySelectorAll("table.sortable")) table.dispatchEvent(new Event("again"));
};
const showStrip = (strip, whole) => {
  if (!written.has(strip)) written.set(strip, strip.innerHTML);
  if (whole) {
    strip.innerHTML = written.get(strip);
    return;
  }
  const mine = view.standings.get(strip.dataset.racer), racer = racerOf.get(strip.dataset.racer);
  const wide = Number(strip.dataset.wide), place = logScale(Number(strip.dataset.low), Number(strip.dataset.high), 6, wide - 6);
  for (const old of strip.querySelectorAll(":scope > :not(.frame)")) old.remove();
  if (!(mine.median < Infinity)) return;
  draw("path", {class: "tail", d: `M${place(mine.median)} 10L${place(mine.worst_answer)} 10`}, strip);
  if (mine.low > 0 && mine.high < Infinity)
    draw("path", {class: "interval", style: `stroke:${racer.colour}`, d: `M${place(mine.low)} 10L${place(mine.high)} 10`}, strip);
  if (strip.closest("#ranks") && mine.byMap.length > 1)
    for (const [name, ns] of mine.byMap)
      if (ns < Infinity)
        draw("title", {}, draw("circle", {class: "map", cx: place(ns), cy: 10, r: 2.5}, strip), name);
  draw("path", {d: racer.marker, transform: `translate(${place(mine.median)} 10)`,
                style: `fill:${racer.face};stroke:${racer.edge}`}, strip);
};

const showPlots = (names = Object.keys(LIVE)) => {
  for (const name of names) {
    const host = document.querySelector(`.live[data-live="${name}"]`);
    if (!host) continue;
    const figure = host.closest("figure");
    figure.classList.add("drawn");
    const plot = view.shown.length && view.compared.length ? LIVE[name](host, view) : null;
    if (!plot) host.textContent = "Nothing to draw: no clicks or no back ends are shown, or all exceed a limit.";
    plots.set(host, plot);
  }
};

const highlight = (algo) => {
  document.body.classList.toggle("focused", Boolean(algo));
  for (const element of document.querySelectorAll("main [data-racer]"))
    element.classList.toggle("lit", element.dataset.racer === algo);
};
const hideWhatIsOff = () => {
  for (const element of document.querySelectorAll("main [data-racer]:not(.chip)"))
    element.classList.toggle("off", state.off.has(element.dataset.racer));
};
const showControls = () => {
  for (const chip of document.querySelectorAll(".chip")) {
    const on = chip.dataset.racer !== undefined ? !state.off.has(chip.dataset.racer) :
      chip.dataset.map !== undefined ? !state.maps.has(Number(chip.dataset.map)) :
        state.classes.has(Number(chip.dataset.kind));
    chip.setAttribute("aria-pressed", String(on));
  }
  if (stage.all) stage.all.checked = state.all;
  const parts = [];
  if (state.off.size) parts.push(`Hidden: ${[...state.off].join(", ")}.`);
  if (!everything()) {
    const clicks = fixed(view.shown.length, 0);
    parts.push(`Figures and tables show ${clicks} clicks` +
      (state.maps.size ? `, without ${[...state.maps].map((map) => contents.maps[map].name).join(", ")}` : "") +
      `; classes shown: ${[...state.classes].map((kind) => contents.classes[kind].name).join(", ") || "none"}. ` +
      "Racers are sorted by median and have no ranks, as no test was made for these clicks; intervals are " +
      "over clicks only" +
      (contents.every > 1 ? `, of every ${contents.every}th click` : "") + ".");
  }
  if (parts.length) parts.push("The answer and the titles are for all clicks and back ends.");
  const note = document.getElementById("filtered");
  note.querySelector("span").textContent = parts.join(" ");
  note.hidden = !parts.length;
};

// changed: the part of the state that changed; without it, any part may have changed.
const show = (changed = state) => {
  const counted = "maps" in changed || "classes" in changed;
  if (counted) recount();
  view.racers = racers.filter((racer) => !state.off.has(racer.algo));
  view.compared = view.racers.filter((racer) => racer.field);
  Object.assign(view, {off: state.off, racer: state.racer, click: state.click, situation: state.situation});
  showControls();
  if (counted) showNumbers();
  if (counted || "off" in changed) showPlots();
  else if ("situation" in changed) showPlots(["decisions"]);
  if (stage.svg) showStage(view);
  if ("situation" in changed) showSituation(state.situation);
  hideWhatIsOff();
  highlight(state.racer);
};
const change = (changed) => {
  Object.assign(state, changed);
  keep();
  show(changed);
};
const toggled = (set, item) => {
  const other = new Set(set);
  if (!other.delete(item)) other.add(item);
  return other;
};

const say = (text, x, y) => {
  announcer.textContent = text;
  tip.textContent = text;
  tip.hidden = !text;
  if (!text) return;
  const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
  tip.style.left = `${Math.max(8, Math.min(x + 14, room)) + scrollX}px`;
  tip.style.top = `${y + 18 + scrollY}px`;
};
const point = (host, target) => {
  const box = plots.get(host).svg.getBoundingClientRect();
  host.querySelector(".here")?.remove();
  draw("circle", {class: "here", cx: target.x, cy: target.y, r: 7}, plots.get(host).svg);
  highlight(target.racer);
  say(target.text, box.left + target.x, box.top + target.y);
};
const leave = () => {
  document.querySelector(".here")?.remove();
  highlight(state.racer);
  say("", 0, 0);
};
const openClick = (place, racer) => {
  change({click: place, racer});
  stage.svg?.closest("figure").scrollIntoView({block: "nearest", behavior: "smooth"});
};

// Figures drawn from rows respond to the pointer and to keys; in the others, only the marks of racers do.
for (const host of document.querySelectorAll(".live")) {
  const targetAt = (event) => {
    const plot = plots.get(host);
    const box = plot?.svg.getBoundingClientRect();
    return plot && plot.nearest(event.clientX - box.left, event.clientY - box.top);
  };
  const take = (target) => target.click === null ?
    change({racer: state.racer === target.racer ? null : target.racer}) : openClick(target.click, target.racer);
  let at = null;
  host.addEventListener("pointermove", (event) => {
    const target = targetAt(event);
    if (target) point(host, target);
    else leave();
  });
  host.addEventListener("pointerleave", leave);
  host.addEventListener("click", (event) => {
    const target = targetAt(event);
    if (target) take(target);
    else if (state.racer) change({racer: null});
  });
  host.addEventListener("keydown", (event) => {
    const plot = plots.get(host);
    const turn = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1}[event.key];
    if (!plot?.targets.length || (!turn && event.key !== "Enter")) return;
    event.preventDefault();
    if (!turn) {
      if (at) take(at);
      return;
    }
    const names = [...new Set(plot.targets.map((target) => target.racer))];
    let name = at && names.includes(at.racer) ? at.racer : state.racer && names.includes(state.racer) ? state.racer : names[0];
    if (at && event.key.match(/Up|Down/)) name = names[(names.indexOf(name) + turn + names.length) % names.length];
    const mine = plot.targets.filter((target) => target.racer === name).sort((a, b) => a.x - b.x);
    const here = mine.indexOf(at);
    at = at && here < 0 ? mine.reduce((a, b) => Math.abs(a.x - at.x) < Math.abs(b.x - at.x) ? a : b) :
      mine[Math.min(Math.max(here + (event.key.match(/Left|Right/) ? turn : 0), 0), mine.length - 1)];
    if (at) point(host, at);
  });
  host.addEventListener("blur", leave);
}
for (const drawing of document.querySelectorAll("figure.chart .scroll > svg")) {
  const figure = drawing.closest("figure");
  const said = (algo) => [...figure.querySelectorAll(".key li")].find((item) => item.dataset.name === algo)?.innerText
    .replace(/\s*\n\s*/g, ": ") || algo;
  drawing.addEventListener("pointermove", (event) => {
    const algo = event.target.closest("[data-racer]")?.dataset.racer;
    if (!algo) leave();
    else {
      highlight(algo);
      say(said(algo), event.clientX, event.clientY);
    }
  });
  drawing.addEventListener("pointerleave", leave);
  drawing.addEventListener("click", (event) => {
    const algo = event.target.closest("[data-racer]")?.dataset.racer;
    if (algo) change({racer: state.racer === algo ? null : algo});
  });
}
for (const chip of document.querySelectorAll(".chip")) {
  chip.addEventListener("click", () => {
    if (chip.dataset.racer !== undefined) {
      const off = toggled(state.off, chip.dataset.racer);
      change({off, racer: off.has(state.racer) ? null : state.racer});
    } else if (chip.dataset.map !== undefined) change({maps: toggled(state.maps, Number(chip.dataset.map))});
    else change({classes: toggled(state.classes, Number(chip.dataset.kind))});
  });
}
for (const element of document.querySelectorAll(".chip[data-racer], tr[data-racer]")) {
  element.addEventListener("pointerenter", () => highlight(element.dataset.racer));
  element.addEventListener("pointerleave", () => highlight(state.racer));
}
for (const button of document.querySelectorAll("button.open")) {
  button.addEventListener("click", () => openClick(Number(button.dataset.click), button.dataset.racer));
}
form?.addEventListener("input", () => change({situation: Object.fromEntries([...new FormData(form)].filter(([, value]) => value))}));
document.getElementById("show-all").addEventListener("click", () =>
  change({off: new Set(), maps: new Set(), classes: new Set(shownAtFirst), racer: null}));
if (stage.svg) {
  stage.all.addEventListener("change", () => change({all: stage.all.checked}));
  for (const [id, turn] of [["stage-before", -1], ["stage-next", 1]])
    document.getElementById(id).addEventListener("click", () => {
      const next = turn > 0 ? keptPlaces.find((place) => place > state.click) ?? keptPlaces[0] :
        keptPlaces.findLast((place) => place < state.click) ?? keptPlaces.at(-1);
      change({click: next});
    });
}
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && state.racer) change({racer: null});
});
addEventListener("hashchange", () => {
  readAddress();
  show();
});
let wide = 0;
new ResizeObserver(() => {
  if (document.documentElement.clientWidth === wide) return;
  wide = document.documentElement.clientWidth;
  showPlots();
  hideWhatIsOff();
  highlight(state.racer);
}).observe(document.documentElement);
document.documentElement.classList.add("scripted");
readAddress();
show();
wide = document.documentElement.clientWidth;
window.footraceReport = {contents, clickTable, view, state, plots, weigh, situationOf};
