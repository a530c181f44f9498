// The room: the paths of one click, and what their searches expanded, step by step.
const SECONDS = 6, STEP_SECONDS = 0.1; // of a whole replay at most, and of a step of a short one
const stage = {
  svg: document.getElementById("stage"), told: document.getElementById("stage-told"),
  all: document.getElementById("stage-all"), play: document.getElementById("stage-play"),
  step: document.getElementById("stage-step"), replay: document.getElementById("stage-replay"),
  playing: null, unusual: {{ unusual|tojson }},
};
const keptPlaces = Object.keys(told.walks).map(Number).sort((a, b) => a - b);

const dotted = (points, from, to) => {
  let d = "";
  for (let place = 2 * from; place < 2 * to; place += 2) d += `M${points[place] / 2} ${points[place + 1] / 2}h0`;
  return d;
};
const seenBy = (place, names) => names.filter((algo) => told.seen[place]?.[algo]?.length);

// A path of several racers has dashes in all their colours.
const drawWalks = (group, place, names) => {
  const same = new Map();
  for (const algo of names) {
    const key = told.walks[place][algo].join();
    same.set(key, [...(same.get(key) || []), algo]);
  }
  for (const mine of same.values())
    mine.forEach((algo, number) => {
      const points = told.walks[place][algo];
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
  const map = told.maps[clickTable.map[place]], kept = told.walks[place] || {};
  const wanted = stage.all.checked ? view.racers.map((racer) => racer.algo) :
    [...new Set([...stage.svg.dataset.matter.split("\n"), ...(view.racer ? [view.racer] : [])])];
  const names = wanted.filter((algo) => kept[algo] && !view.off.has(algo));
  stage.svg.setAttribute("viewBox", `0 0 ${map.width} ${map.height}`);
  stage.svg.style.aspectRatio = `${map.width} / ${map.height}`;
  const number = told.symbols[map.name];
  const uses = stage.svg.querySelectorAll(".room use");
  uses[0].setAttribute("href", `#map-${number}-day`);
  uses[1].setAttribute("href", `#map-${number}-night`);
  const group = stage.svg.querySelector(".walks");
  group.replaceChildren();
  const seen = seenBy(place, view.racer ? [view.racer] : names);
  for (const algo of seen) {
    const colour = racerOf.get(algo).colour;
    draw("path", {class: "seen", "data-seen": algo, style: `stroke:${colour}`}, group);
    draw("path", {class: "seen fresh", "data-fresh": algo, style: `stroke:${colour}`}, group);
  }
  drawWalks(group, place, names);
  const [x0, y0, x1, y1] = [0, 1, 2, 3].map((at) => clickTable.ends[4 * place + at] + 0.5);
  for (const [look, x, y] of [["start", x0, y0], ["goal", x1, y1], ["eye", x1, y1]])
    stage.svg.querySelector(`:scope > .${look}`).setAttribute("d", `M${x} ${y}h0`);
  stage.svg.setAttribute("aria-label", `Paths of ${names.join(", ") || "no back end"} for click ${clickTable.click[place]} on ${map.name}`);
  const lines = names.map((algo) => `${algo} ${walkText(place, algo)}`);
  stage.told.replaceChildren();
  const head = document.createElement("b");
  head.textContent = named(place);
  stage.told.append(head, lines.length ? `: ${lines.join("; ")}. ${usual(view, place, names) ? "" : stage.unusual}` :
    ": none of the back ends shown has a kept path; footrace run --keep-paths keeps all. ");
  stage.replay.hidden = !seen.length;
  const steps = seen.length ? most(seen.map((algo) => told.seen[place][algo].length / 2)) : 0;
  stage.step.max = steps;
  showStep(view, view.step === null ? steps : Math.min(view.step, steps));
};

// What was expanded up to a step, the newest tenth brighter; a path appears when its search is over.
const showStep = (view, step) => {
  stage.step.value = step;
  for (const path of stage.svg.querySelectorAll("[data-seen]")) {
    const points = told.seen[view.click][path.dataset.seen], all = points.length / 2;
    const until = Math.min(step, all), fresh = until === all ? until : Math.max(0, until - Math.ceil(all / 10));
    path.setAttribute("d", dotted(points, 0, fresh));
    stage.svg.querySelector(`[data-fresh="${CSS.escape(path.dataset.seen)}"]`)
      .setAttribute("d", dotted(points, fresh, until));
    const walk = stage.svg.querySelector(`.walk[data-racer="${CSS.escape(path.dataset.seen)}"]`);
    if (walk) walk.classList.toggle("waits", until < all);
  }
  stage.step.setAttribute("aria-valuetext", `${step} of ${stage.step.max} expansions shown`);
};

const stopReplay = () => {
  cancelAnimationFrame(stage.playing);
  stage.playing = null;
  stage.play.textContent = "Replay the search";
};
const startReplay = (view, done) => {
  const begun = performance.now(), steps = Number(stage.step.max);
  const length = 1000 * Math.min(SECONDS, STEP_SECONDS * steps);
  stage.play.textContent = "Stop";
  const frame = (now) => {
    const step = Math.min(steps, Math.round(steps * (now - begun) / length));
    showStep(view, step);
    if (step < steps) stage.playing = requestAnimationFrame(frame);
    else {
      stopReplay();
      done();
    }
  };
  stage.playing = requestAnimationFrame(frame);
};
