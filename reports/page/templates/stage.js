// The room: the paths of one click.
const stage = {
  svg: document.getElementById("stage"), caption: document.getElementById("stage-caption"),
  all: document.getElementById("stage-all"), unusual: {{ unusual|tojson }},
};
const keptPlaces = Object.keys(contents.paths).map(Number).sort((a, b) => a - b);

// A path of several racers has dashes in all their colours.
const drawWalks = (group, place, names) => {
  const same = new Map();
  for (const algo of names) {
    const key = contents.paths[place][algo].join();
    same.set(key, [...(same.get(key) || []), algo]);
  }
  for (const mine of same.values())
    mine.forEach((algo, number) => {
      const points = contents.paths[place][algo];
      let d = "";
      for (let at = 0; at < points.length; at += 2) d += `${at ? "L" : "M"}${points[at] / 2} ${points[at + 1] / 2}`;
      const dashes = mine.length > 1 ? `stroke-dasharray:14 ${14 * (mine.length - 1)};stroke-dashoffset:${-14 * number};` : "";
      draw("path", {class: "walk", "data-racer": algo, d, style: `${dashes}stroke:${racerOf.get(algo).colour}`}, group);
    });
};

const walkText = (place, algo) => {
  const racer = racerOf.get(algo), ns = racer.ns[place];
  const time = ns < Infinity ? duration(ns) : Number.isNaN(ns) ? "not raced" : "no valid answer";
  const walk = Number.isNaN(racer.ratio[place]) ? "" : `, ${detour(racer.ratio[place])}`;
  return `${time}${walk}`;
};

// Whether racers' times for a click have the order of their medians.
const usual = (view, place, names) => {
  const known = names.map((algo) => [view.standings.get(algo).median, racerOf.get(algo).ns[place]])
    .filter(([, ns]) => !Number.isNaN(ns)).sort(([a], [b]) => a - b);
  return known.every(([, ns], number) => !number || known[number - 1][1] <= ns);
};

const showStage = (view) => {
  const place = view.click;
  if (!stage.svg || place === null) return;
  const map = contents.maps[clickTable.map[place]], kept = contents.paths[place] || {};
  const wanted = stage.all.checked ? view.racers.map((racer) => racer.algo) :
    [...new Set([...stage.svg.dataset.matter.split("\n"), ...(view.racer ? [view.racer] : [])])];
  const names = wanted.filter((algo) => kept[algo] && !view.off.has(algo));
  stage.svg.setAttribute("viewBox", `0 0 ${map.width} ${map.height}`);
  stage.svg.style.aspectRatio = `${map.width} / ${map.height}`;
  const number = contents.symbols[map.name];
  const uses = stage.svg.querySelectorAll(".room use");
  uses[0].setAttribute("href", `#map-${number}-day`);
  uses[1].setAttribute("href", `#map-${number}-night`);
  const group = stage.svg.querySelector(".paths");
  group.replaceChildren();
  drawWalks(group, place, names);
  const [x0, y0, x1, y1] = [0, 1, 2, 3].map((at) => clickTable.ends[4 * place + at] + 0.5);
  for (const [look, x, y] of [["start", x0, y0], ["goal", x1, y1], ["eye", x1, y1]])
    stage.svg.querySelector(`:scope > .${look}`).setAttribute("d", `M${x} ${y}h0`);
  stage.svg.setAttribute("aria-label", `Paths of ${names.join(", ") || "no back end"} for click ${clickTable.click[place]} on ${map.name}`);
  const lines = names.map((algo) => `${algo} ${walkText(place, algo)}`);
  stage.caption.replaceChildren();
  const head = document.createElement("b");
  head.textContent = named(place);
  stage.caption.append(head, lines.length ? `: ${lines.join("; ")}. ${usual(view, place, names) ? "" : stage.unusual}` :
    ": none of the back ends shown has a kept path; footrace run --keep-paths keeps all. ");
};
