// The page itself: what is selected, what the pointer does, and which back end is queried when.

const YARDSTICK = "visgraph";
const QUICK = "walkbox"; // prepared first: it finds the first path
const FIRST = ["walkbox", "visgraph", "jpsplus"]; // shown at first
const SAMPLES = 32;
const PLAYED_ENOUGH = 240, STEADY_ENOUGH = 160; // calls; milliseconds
const REST = 400; // milliseconds without a move before times are taken

const $ = (id) => document.getElementById(id);
const view = new View($("view"));
const table = new Table($("table"), choose);
const state = {
  racers: [], chosen: new Set(), prepared: new Set(), closed: new Set(), areas: null, room: null,
  name: "", start: [0, 0], goal: [0, 0], answers: new Map(), kind: "", tool: "walk", obstacle: null,
  entries: [], edited: false, figure: null, hover: null, ticked: null, queries: null, times: new Map(),
  changed: false, race: null, unready: [], answer: null, untried: 0, // from `changed` on: the race behind the answer
  thresholds: { load: 0, slow: 0 }, // nanoseconds; 0: the default
};
const guest = new Guest($("instead"));
const decisions = new Decisions($("decisions"),
  (name) => state.racers.find((racer) => racer.name === name).colour,
  (load, slow) => {
    state.thresholds = { load, slow };
    decideAgain();
  });
let live = null, survey = null, visit = 0, heat = 0;

const clean = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

function say(text) {
  $("say").hidden = !text;
  $("say").textContent = text;
}

// ---- Queries, one at a time ----

let busy = false, again = false, steps = [], box = null, moved = 0;

function ask() {
  moved = performance.now();
  again = true;
  if (!busy) answer();
}

async function answer() {
  const here = visit;
  busy = true;
  try {
    while (again && state.room && here === visit) {
      again = false;
      if (steps.length) await sendChange();
      const reply = await live.ask("click",
        { start: state.start, goal: state.goal, chosen: [...state.chosen] });
      if (here === visit) hear(reply);
    }
  } catch (error) {
    if (error.ended && here === visit) await recover(error.message);
    else if (here === visit) say(clean(error.message));
  }
  busy = false;
  if (again && live?.worker) answer();
  else rest();
}

function hear(reply) {
  state.kind = reply.kind;
  state.optimum = reply.optimum;
  state.ends = reply.ends;
  state.answers = new Map(reply.answers.map((found) => [found.racer, found]));
  for (const found of reply.answers) {
    const went = found.outcome === "found";
    table.set(found.racer, { ratio: went ? found.ratio : found.outcome,
      turns: went ? found.turns : null });
    table.judge(found.racer, found.verdict, found.reason);
  }
  draw();
  showClick(reply);
}

function showClick({ kind, optimum, ends, took }) {
  const kinds = { same: "the same pixel", direct: "a straight line", unreachable: "the goal is not reachable",
    detour: "a detour" };
  if (!ends) return void ($("click").textContent = "Nothing here is walkable.");
  const length = number(optimum) ? `, the shortest path is ${plain(optimum, 5)} pixels long` : "";
  $("click").textContent =
    `From ${ends[0]}, ${ends[1]} to ${ends[2]}, ${ends[3]}: ${kinds[kind]}${length}. ` +
    `All paths were found and checked in ${millis(took)}.`;
}

// Changes wait until the engine is free, and are sent together.
async function sendChange() {
  const sent = steps, around = box, here = visit;
  steps = [];
  box = null;
  const reply = await live.ask("change", { steps: sent, box: around }).catch((error) => {
    if (error.ended && here === visit) { // for the next engine
      steps = [...sent, ...steps];
      join(around);
    }
    throw error;
  });
  for (const { racer, took, anew, failed } of reply.costs) {
    if (failed) state.prepared.delete(racer);
    table.set(racer, { update: failed ? "failed" : took, ...(anew ? { prepared: took } : {}) });
  }
  if (around) {
    const [left, top, right, bottom] = around, width = right - left;
    for (let y = top; y < bottom; y++)
      state.areas.set(reply.areas.subarray((y - top) * width, (y - top + 1) * width),
        y * state.room.width + left);
    view.paintGround(around);
  }
  state.queries = null;
  state.times.clear();
  noteChanged();
  return reply;
}

function queue(step, around) {
  steps.push(step);
  if (!around) return;
  const { width, height } = state.room;
  const [left, top, right, bottom] = around;
  const cut = [clamp(Math.floor(left), 0, width), clamp(Math.floor(top), 0, height),
    clamp(Math.ceil(right), 0, width), clamp(Math.ceil(bottom), 0, height)];
  if (cut[0] < cut[2] && cut[1] < cut[3]) join(cut);
}

// Extends the box around the changes to include this part.
function join(part) {
  box = box && part ? [Math.min(box[0], part[0]), Math.min(box[1], part[1]), Math.max(box[2], part[2]),
    Math.max(box[3], part[3])] : box ?? part;
}

// ---- Times, while the pointer rests ----

let resting = 0;

function rest() {
  clearTimeout(resting);
  resting = setTimeout(takeTimes, REST);
}

const timesOf = (racer, played) => {
  const key = `${racer} ${played}`;
  if (!state.times.has(key)) state.times.set(key, { asked: 0, took: 0 });
  return state.times.get(key);
};

function nextToTime() {
  for (const played of [false, true])
    for (const racer of table.order().filter((one) => state.prepared.has(one))) {
      const { asked, took } = timesOf(racer, played);
      if (played ? asked < PLAYED_ENOUGH && took < 2000 : took < STEADY_ENOUGH || asked < SAMPLES)
        return { racer, played };
    }
  return null;
}

async function takeTimes() {
  const here = visit;
  const idle = () => here === visit && !busy && !document.hidden && performance.now() - moved > REST - 50;
  if (!state.room || !idle()) return;
  try {
    state.queries ??= (await live.ask("sample", { count: SAMPLES })).queries;
    while (idle() && state.queries?.length) {
      const next = nextToTime();
      if (!next) break;
      const { asked, took } = await live.ask("time",
        { ...next, queries: state.queries, budget: next.played ? 40 : 20 });
      if (here !== visit || !state.queries || !asked) break;
      const sum = timesOf(next.racer, next.played);
      sum.asked += asked;
      sum.took += took;
      if (!next.played || sum.asked >= 60)
        table.set(next.racer, { [next.played ? "played" : "steady"]: sum.took / sum.asked * 1000 });
    }
  } catch (error) {
    if (here === visit && error.ended) await recover(error.message);
  }
}

// ---- Engines ----

async function newEngine() {
  const engine = new Engine(YARDSTICK);
  const { racers, yardstick } = await engine.ready;
  if (!state.racers.length) {
    state.racers = racers;
    state.yardstick = yardstick;
    table.setRacers(racers);
    for (const name of FIRST) {
      const index = racers.findIndex((racer) => racer.name === name);
      state.chosen.add(index);
      table.rows[index].box.checked = true;
    }
    table.arrange();
  }
  return engine;
}

// The engine is gone: a new one gets the room as it is now.
let suspect = null;
async function recover(why) {
  const here = visit;
  const fault = suspect ?? state.ticked;
  suspect = state.ticked = null;
  say(fault === null ? `The engine stopped (${why}); it is restarting.` :
    `${state.racers[fault].name}: ${why}; it is excluded here.`);
  if (fault !== null) untick(fault, "too long");
  live = await newEngine();
  state.prepared.clear();
  await live.ask("restore", { areas: state.areas, width: state.room.width, height: state.room.height,
    disabled: [...state.closed], blocked: state.obstacle });
  if (here === visit && steps.length) await sendChange(); // while no back end needs an update
  if (here === visit) await prepareChosen();
}

async function prepareOne(racer) {
  const here = visit;
  if (state.prepared.has(racer)) return;
  suspect = racer;
  $("state").textContent = `Preparing ${state.racers[racer].name} …`;
  const made = await live.ask("prepare", { racer });
  suspect = null;
  if (here !== visit) return;
  notePrepared(made);
  if (made.failure) untick(racer, made.failure);
  else state.prepared.add(racer);
}

function notePrepared({ racer, took, bytes: held, failure }) {
  if (failure) table.set(racer, { prepared: failure, bytes: null });
  else table.set(racer, { prepared: took, bytes: held });
}

function untick(racer, why) {
  state.chosen.delete(racer);
  table.rows[racer].box.checked = false;
  table.set(racer, { prepared: why });
  table.judge(racer, null);
}

async function prepareChosen() {
  for (const racer of [state.yardstick, ...state.chosen]) {
    await prepareOne(racer);
    ask();
  }
  $("state").textContent = "";
}

async function choose(racer, ticked) {
  const here = visit;
  if (!ticked) {
    state.chosen.delete(racer);
    state.answers.delete(racer);
    table.judge(racer, null);
    table.set(racer, { ratio: null, turns: null, steady: null, played: null, update: null });
    state.times.clear();
    if (racer !== state.yardstick) {
      state.prepared.delete(racer);
      live.ask("release", { racer }).catch(() => {});
    }
  } else {
    state.chosen.add(racer);
    state.ticked = racer;
    try {
      await prepareOne(racer);
    } catch (error) {
      if (here === visit && error.ended) await recover(error.message);
    }
    $("state").textContent = "";
  }
  ask();
}

// Prepares all back ends and races the candidates in a second engine, so that paths on the screen do not
// wait. enterRoom passes the room to an engine.
async function surveyAll(enterRoom) {
  const here = ++heat, racers = state.racers.keys();
  const rank = (racer) => racer === state.yardstick ? 0 : isCandidate(racer) ? 1 : 2;
  const order = [...racers].reverse().sort((a, b) => rank(a) - rank(b)); // the strongest are last in the list
  const candidates = order.filter(isCandidate);
  survey?.end();
  survey = null;
  state.race = null;
  state.unready = [];
  showRaced("");
  for (let round = 0; round < ROUNDS; round++)
    for (const racer of round === 0 ? candidates : candidates.filter(isRival)) {
      $("state").textContent = `Round ${round + 1} of ${ROUNDS}: ${state.racers[racer].name} …`;
      await surveyOne(enterRoom, racer, round);
      if (here === heat) await decide(candidates.length - (state.race?.tried ?? 0), round === 0);
      if (here !== heat) return;
    }
  await decide(candidates.length - (state.race?.tried ?? 0), false);
  if (here !== heat) return;
  for (const racer of order.slice(candidates.length)) {
    $("state").textContent = `Preparing the others: ${state.racers[racer].name} …`;
    await surveyOne(enterRoom, racer, 0);
    if (here !== heat) return;
  }
  survey?.end();
  $("state").textContent = "";
  state.times.clear(); // earlier times were measured while back ends were prepared
  rest();
}

const isCandidate = (racer) => state.racers[racer].candidate && !state.racers[racer].faults;

// Whether another round may still change the answer about a racer.
function isRival(racer) {
  const { race } = state, chosen = state.racers.findIndex(({ name }) => name === state.answer?.ship);
  return race && race.mean(racer) <= TOO_SLOW * race.mean(chosen);
}

async function surveyOne(enterRoom, racer, round) {
  const here = heat;
  try {
    if (!survey?.worker) {
      survey = await newEngine();
      state.entered = await enterRoom(survey);
    }
    const engine = survey, made = await engine.ask("prepare", { racer });
    if (here !== heat) return;
    if (round === 0) notePrepared(made);
    if (!state.race && made.outcome === "ok") await beginRace(engine);
    if (!state.race) state.unready.push([racer, made]);
    if (state.race && isCandidate(racer)) await state.race.run(engine, racer, round, made);
    await engine.ask("release", { racer });
    if (here !== heat || !state.race) return;
    const played = state.race.mean(racer);
    if (!state.chosen.has(racer) && number(played)) table.set(racer, { played: played / 1000 });
    if (state.race.gates.length) table.set(racer, { change: state.race.change(racer) });
  } catch (error) {
    if (here !== heat) return;
    if (!error.ended) throw error;
    if (round === 0) table.set(racer, { prepared: "over 12 s" });
    if (!state.race) state.unready.push([racer, { outcome: "timeout" }]);
    else if (isCandidate(racer)) state.race.noteEnd(racer, round);
  }
}

// The race includes the back ends that could not be prepared before.
async function beginRace(engine) {
  const here = heat, sample = await engine.ask("sample", { count: DETOURS });
  if (here !== heat) return;
  state.race = new Race(state.racers, state.entered, state.name, sample);
  for (const [racer, made] of state.unready.filter(([racer]) => isCandidate(racer)))
    state.race.notePrepared(racer, 0, made);
}

// The answer so far, in the words of `footrace answer`.
async function decide(untried, goesOn) {
  const here = heat, { race } = state, engine = survey?.worker ? survey : live;
  if (!race?.optima.length || !engine?.worker) return;
  state.untried = untried;
  const wished = { preferred: Number($("prefer").value), ...state.thresholds };
  const answer = await answerOf(engine, state.racers, race.rows(), wished, untried).catch(() => null);
  if (!answer || here !== heat) return;
  state.answer = answer;
  showAnswer(answer, goesOn && untried > 0);
  const all = state.racers.filter((_, racer) => isCandidate(racer)).length;
  showRaced(`${race.tried} of ${all} candidates raced on ${race.optima.length} detours, in this browser.`);
}

// Decides again when the reader changes the preference.
const decideAgain = () => decide(state.untried, Boolean($("state").textContent));

function showRaced(text) {
  $("raced").textContent = text;
  $("answer").hidden = !text;
  $("result").hidden = !text;
  $("again").hidden = !text || !state.changed;
}

// The recommended back end, in the room as it is on the screen.
async function takeHome() {
  const { room: { width, height }, obstacle, answer: { ship } } = state, areas = state.areas.slice();
  const racer = state.racers.findIndex(({ name }) => name === ship);
  if (steps.length) await sendChange();
  const { text } = await live.ask("program", { racer });
  if (obstacle) {
    const [left, top, wide, high] = obstacle;
    for (let y = top; y < top + high; y++) areas.fill(0, y * width + left, y * width + left + wide);
  }
  save(`footrace-${ship}.zip`, await takenHome(ship, text, width, height, areas));
}

// The room has changed since the race.
function noteChanged() {
  state.changed = true;
  $("again").hidden = $("answer").hidden;
}

function raceAgain() {
  const { room, obstacle } = state, areas = state.areas.slice(), disabled = [...state.closed];
  state.changed = false;
  surveyAll((engine) => engine.ask("restore",
    { areas, width: room.width, height: room.height, disabled, blocked: obstacle }))
    .catch((error) => say(clean(error.message)));
}

// ---- Rooms ----

const MOST_BYTES = 64 << 20;

async function openFile(file) {
  if (file.size > MOST_BYTES)
    return say(`${file.name}: ${bytes(file.size)}, expected at most 64 MB on this page.`);
  if (!file.size) return say(`${file.name}: the file is empty, expected a mask.`);
  try {
    await openRoom(await file.arrayBuffer(), file.name);
  } catch (error) {
    say(`${file.name}: ${error.message}`);
  }
}

async function openRoom(contents, name) {
  const here = ++visit;
  heat++;
  survey?.end();
  say("");
  try {
    if (!live?.worker) live = await newEngine();
    const reply = await live.ask("load", { bytes: contents, name });
    if (here !== visit) return;
    enter(reply, name);
    await settleIn();
    await prepareChosen();
    await surveyAll((engine) => engine.ask("load", { bytes: contents, name }));
  } catch (error) {
    if (here !== visit) return;
    say(clean(error.message));
    if (error.ended) live = null;
    ask();
  }
}

function enter({ room, areas, disabled }, name) {
  Object.assign(state, { room, areas, name, closed: new Set(disabled), obstacle: null, entries: [],
    edited: false, changed: false, race: null, answer: null, figure: null, queries: null,
    answers: new Map() });
  state.times.clear();
  state.prepared.clear();
  steps = [];
  box = null;
  showRaced("");
  for (const index of state.racers.keys()) {
    table.judge(index, null);
    table.set(index, { ratio: null, turns: null, steady: null, played: null, update: null, change: null,
      prepared: null, bytes: null });
  }
  view.setRoom(room, areas, state.closed);
  describe(name);
  listGates();
  showEntries();
  for (const chip of document.querySelectorAll("#rooms button[data-room]"))
    chip.setAttribute("aria-pressed", chip.dataset.room === name);
}

function describe(name) {
  const { width, height, walkable, components, islands, corners, pinches, reading } = state.room;
  const share = plain(100 * walkable / (width * height), 3);
  const many = (count, one) => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;
  $("name").textContent = name;
  $("facts").textContent = `${width} × ${height} pixels, read as ${reading}. ${share} % is walkable, ` +
    `in ${many(components, "component")}${islands ? `, ${islands} of them tiny` : ""}. ` +
    `${many(corners, "corner")}${pinches ? `, ${many(pinches, "pinch").replace(/s$/, "es")}` : ""}.`;
}

// The first path is a detour across the room.
async function settleIn() {
  const { width, height } = state.room;
  const spots = [[.12, .8], [.88, .22], [.1, .2], [.9, .85], [.5, .5], [.3, .9], [.7, .1]]
    .map(([x, y]) => [Math.round(x * width), Math.round(y * height)]);
  const quick = state.racers.findIndex((racer) => racer.name === QUICK);
  [state.start, state.goal] = spots;
  await prepareOne(quick);
  let longest = 0;
  for (const [i, start] of spots.entries())
    for (const goal of spots.slice(i + 1)) {
      const { kind, answers, ends } = await live.ask("click", { start, goal, chosen: [quick] });
      if (kind !== "detour" || !(answers[0].length > longest)) continue;
      longest = answers[0].length;
      state.start = ends.slice(0, 2);
      state.goal = ends.slice(2);
      if (longest > (width + height) / 2) return ask();
    }
  ask();
}

function listGates() {
  const gates = state.room.areas.filter(([id]) => id > 0);
  $("gates").replaceChildren(...(gates.length < 2 ? [] : gates).map(([id]) => {
    const label = document.createElement("label"), input = document.createElement("input");
    input.type = "checkbox";
    input.checked = !state.closed.has(id);
    input.onchange = () => turnGate(id, input.checked);
    label.append(input, Object.assign(document.createElement("span"), { textContent: `Area ${id}` }));
    return label;
  }));
}

function turnGate(id, open) {
  state.closed[open ? "delete" : "add"](id);
  state.entries.push({ [open ? "enable" : "disable"]: [id] });
  showEntries();
  queue(["open", id, open], [0, 0, state.room.width, state.room.height]);
  ask();
}

// ---- Drawing ----

function shownPaths() {
  return table.order().map((racer) => state.answers.get(racer))
    .filter((found) => found?.path.length)
    .map((found) => ({ ...found, colour: state.racers[found.racer].colour }));
}

function drawOn(target) {
  if (state.obstacle) target.drawObstacle(state.obstacle);
  target.drawPaths(shownPaths());
  const [sx, sy, gx, gy] = state.ends ?? [...state.start, ...state.goal];
  target.drawGoal(gx, gy, state.kind !== "unreachable");
  target.drawFigure(...(state.figure ?? [sx, sy]));
}

let frame = 0;
function draw() {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    if (!state.room) return;
    view.drawGround();
    drawOn(view);
    if (state.hover && (state.tool === "wall" || state.tool === "floor"))
      view.drawBrush(state.hover, Number($("size").value), state.tool === "wall");
  });
}

// ---- Going ----

function goThere() {
  const [best] = shownPaths();
  if (!best || state.figure) return;
  const ends = best.ends;
  state.entries.push({ start: ends.slice(0, 2), goal: ends.slice(2) });
  showEntries();
  const arrive = () => {
    state.figure = null;
    state.start = ends.slice(2);
    ask();
  };
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return arrive();
  const legs = [];
  let length = 0;
  for (let i = 2; i < best.path.length; i += 2) {
    const [ax, ay, bx, by] = [-2, -1, 0, 1].map((k) => (best.path[i + k] - 1) / 2);
    legs.push({ ax, ay, bx, by, from: length, to: length += Math.hypot(bx - ax, by - ay) });
  }
  const began = performance.now(), here = visit, lasting = clamp(length * 1.2, 150, 1100);
  const stepOn = (now) => {
    if (here !== visit) return;
    const along = (now - began) / lasting * length, leg = legs.find(({ to }) => along < to);
    if (!leg || along < 0 && !legs.length) return arrive();
    const part = clamp((along - leg.from) / (leg.to - leg.from), 0, 1);
    state.figure = [leg.ax + part * (leg.bx - leg.ax), leg.ay + part * (leg.by - leg.ay)];
    draw();
    requestAnimationFrame(stepOn);
  };
  requestAnimationFrame(stepOn);
}

function showEntries() {
  const count = state.entries.filter((entry) => entry.goal).length;
  $("clicks").disabled = !count;
  $("clicks").textContent = count ? `Clicks (${count})` : "Clicks";
  $("clicks").title = "Download your clicks, for footrace run --clicks";
  $("mask").hidden = !state.edited;
  $("mask").title = "Download the room with your changes";
}

// ---- The pointer ----

let drag = null;

function moveObstacle([x, y]) {
  const side = Math.max(8, Math.round(Math.min(state.room.width, state.room.height) / 14));
  const old = state.obstacle;
  const next = [clamp(Math.round(x - side / 2), 0, Math.max(0, state.room.width - side)),
    clamp(Math.round(y - side / 2), 0, Math.max(0, state.room.height - side)), side, side];
  if (old && old[0] === next[0] && old[1] === next[1]) return;
  if (old) queue(["block", ...old, false]);
  queue(["block", ...next, true]);
  state.obstacle = next;
}

function press(event) {
  if (event.button > 0 || !state.room) return;
  const at = view.place(event), [sx, sy] = state.start;
  const reach = 20 * view.width / view.canvas.clientWidth;
  view.canvas.setPointerCapture(event.pointerId);
  drag = { tool: state.tool, at, from: [event.clientX, event.clientY], travelled: 0,
    touch: event.pointerType !== "mouse", obstacle: state.obstacle };
  if (drag.tool === "walk" && Math.hypot(at[0] - sx, at[1] - sy + reach / 2) < reach) drag.tool = "start";
  work(event, at);
  event.preventDefault();
  view.canvas.focus({ preventScroll: true, focusVisible: false });
}

function work(event, at) {
  const pixel = at.map(Math.floor), radius = Number($("size").value);
  if (!drag || drag.tool === "walk") state.goal = pixel;
  else if (drag.tool === "start") state.start = pixel;
  else if (drag.tool === "obstacle") moveObstacle(at);
  else {
    const area = drag.tool === "wall" ? 0 : state.room.areas.find(([id]) => id > 0)?.[0] ?? 1;
    queue(["paint", ...drag.at, ...at, radius, area],
      [Math.min(at[0], drag.at[0]) - radius - 1, Math.min(at[1], drag.at[1]) - radius - 1,
        Math.max(at[0], drag.at[0]) + radius + 1, Math.max(at[1], drag.at[1]) + radius + 1]);
    state.edited = true;
    showEntries();
  }
  if (drag) drag.at = at;
  ask();
}

function follow(event) {
  if (!state.room) return;
  const at = view.place(event);
  state.hover = at;
  if (drag) drag.travelled = Math.max(drag.travelled,
    Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]));
  if (drag || state.tool === "walk") work(event, at);
  else draw();
}

function lift() {
  if (!drag) return;
  const { tool, travelled, touch, obstacle } = drag;
  drag = null;
  if (tool === "walk" && (touch ? travelled < 10 : travelled < 24)) goThere();
  if (tool === "obstacle") {
    if (obstacle) state.entries.push({ unblock: obstacle });
    state.entries.push({ block: state.obstacle });
  }
  draw();
}

function setTool(tool) {
  state.tool = tool;
  document.querySelector(`input[name=tool][value=${tool}]`).checked = true;
  $("brush").hidden = tool !== "wall" && tool !== "floor";
  view.canvas.dataset.tool = tool;
  draw();
}

function pressKey(event) {
  if (!state.room || event.altKey || event.ctrlKey || event.metaKey) return;
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const way = ways[event.key], tools = ["walk", "wall", "floor", "obstacle"];
  const unit = event.shiftKey ? 1 : Math.max(1, Math.round(state.room.width / 160));
  if (way) {
    const from = state.tool === "walk" ? state.goal : state.hover ?? state.goal;
    const at = [clamp(from[0] + way[0] * unit, 0, state.room.width - 1),
      clamp(from[1] + way[1] * unit, 0, state.room.height - 1)];
    state.hover = at;
    if (state.tool === "walk") {
      state.goal = at.map(Math.floor);
      ask();
    } else {
      draw();
    }
  } else if (event.key === "Enter" || event.key === " ") {
    if (state.tool === "walk") {
      goThere();
    } else {
      const at = state.hover ?? state.goal;
      drag = { tool: state.tool, at, from: at, travelled: 99, obstacle: state.obstacle };
      work(event, at);
      lift();
    }
  } else if (tools[Number(event.key) - 1]) {
    setTool(tools[Number(event.key) - 1]);
  } else {
    return;
  }
  event.preventDefault();
}

// ---- What the page is made of ----

function listen() {
  const canvas = view.canvas;
  canvas.addEventListener("pointerdown", press);
  canvas.addEventListener("pointermove", follow);
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", () => { drag = null; });
  canvas.addEventListener("pointerleave", () => { state.hover = null; draw(); });
  canvas.addEventListener("keydown", pressKey);
  for (const input of document.querySelectorAll("input[name=tool]"))
    input.onchange = () => setTool(input.value);
  $("open").onclick = () => $("file").click();
  $("file").onchange = () => {
    if ($("file").files[0]) openFile($("file").files[0]);
    $("file").value = "";
  };
  $("prefer").onchange = decideAgain;
  $("again").onclick = raceAgain;
  $("result").onclick = () => save(`${state.race.map}.jsonl`, new Blob(
    state.race.rows().map((row) => `${JSON.stringify(row)}\n`), { type: "application/jsonl" }));
  $("take").onclick = () => takeHome().catch((error) => say(clean(error.message)));
  $("clicks").onclick = () => save(`${state.name.replace(/\.\w+$/, "")}.clicks.json`,
    new Blob([clickSet(state.name, state.entries)], { type: "application/json" }));
  $("mask").onclick = async () =>
    save("room.png", await maskPng(state.room.width, state.room.height, state.areas));
  $("picture").onclick = async () => {
    const lines = shownPaths().map(({ racer, ratio, turns, colour }) => ({ colour,
      text: `${state.racers[racer].label}: ${over(ratio)}, ${turns} turn${turns === 1 ? "" : "s"}` }));
    save("paths.png", await sharePicture(view, drawOn, lines));
  };
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]);
  });
  dark.addEventListener("change", () => {
    if (state.room) view.paintGround([0, 0, state.room.width, state.room.height]);
    draw();
  });
  new ResizeObserver(() => {
    if (!state.room) return;
    view.fit();
    draw();
  }).observe(canvas);
}

function listRooms() {
  $("rooms").prepend(...Object.keys(ROOMS).map((name) => {
    const chip = Object.assign(document.createElement("button"), { textContent: name });
    chip.dataset.room = name;
    chip.onclick = () => openRoom(letters(ROOMS[name]).buffer, name);
    return chip;
  }));
}

listRooms();
listen();
setTool("walk");
openRoom(letters(Object.values(ROOMS)[0]).buffer, Object.keys(ROOMS)[0]);
