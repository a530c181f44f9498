// The race that the answer rests on: every candidate on the same detours of the room, in rounds, each with
// its own preparation, as in `footrace run`; and, in a room with gates, also after each gate has changed. Its
// rows are those of a result file.

const DETOURS = 60, ROUNDS = 3, PASSES = 2;
const CALLS = 8; // a sample is the mean of these calls, as the clock of a browser is coarse
const SLOWEST = 1000, LONGEST = 2500; // milliseconds: a click, and a pass over all
const MOST_GATES = 4;
const TOO_SLOW = 4; // a racer this many times as slow as the answer gets no further round
const STATUSES = ["ok", "unsupported", "timeout", "crash", "memory", "lost"];
const OUTCOMES = ["found", "unreachable", "limit", "none"];
const VERDICTS = [null, "ok", "short", "invalid", "false-unreachable", "nondeterministic",
    "tolerated", "clock"];
const EXCLUSIONS = [null, "threads", "caches", "known", "memory"];
const CLASSES = ["same", "direct", "unreachable", "detour"];

const known = (value) => Number.isFinite(value) ? value : null;
const counted = (value) => value >= 0 ? value : null;

function median(values) {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  const half = sorted.length >> 1;
  if (!sorted.length) return null;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

function shuffled(count, seed) {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    seed = Math.imul(seed, 1664525) + 1013904223 >>> 0;
    const j = seed / 2 ** 32 * (i + 1) | 0;
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// ---- Rows of a result file ----

const UNMEASURED = Object.fromEntries(("ns_steady ns_cold ns_rehearsed instructions " +
  "page_faults remembers excluded ns_precheck ns_clear ns_isovist ns_search ns_trace ns_simplify ns_forward " +
  "ns_reverse ns_smooth expanded generated cleared sight_checks").split(" ").map((key) => [key, null]));

// A small picture of the room: rows of bits.
function thumbnail({ width, height }, areas) {
  const wide = Math.min(width, 96), high = Math.max(1, Math.round(height * wide / width));
  let bits = "";
  for (let y = 0; y < high; y++)
    for (let from = 0; from < wide; from += 8) {
      let byte = 0;
      for (let x = from; x < Math.min(from + 8, wide); x++) {
        const at = Math.floor((y + .5) * height / high) * width + Math.floor((x + .5) * width / wide);
        if (areas[at]) byte |= 128 >> x - from;
      }
      bits += String.fromCharCode(byte);
    }
  return { thumbnail_width: wide, thumbnail_height: high, thumbnail: btoa(bits) };
}

class Race {
  // The room as a worker describes it.
  constructor(racers, { room, areas, disabled }, name, { queries, optima }) {
    Object.assign(this, { racers, room, areas, disabled, name, queries, optima });
    this.began = Date.now();
    this.prepares = [];
    this.clicks = new Map(); // by racer: its rows
    this.updates = [];
    this.after = new Map(); // by racer: its rows of clicks after a change
    this.changing = null; // the update row of the current change
    const walkable = this.room.areas.filter(([id]) => id > 0).sort(([, one], [, other]) => other - one);
    this.gates = walkable.slice(1, 1 + MOST_GATES).map(([id]) => id); // the largest area is the floor
  }

  // All changes of a round: each gate twice, so that the room is as before.
  get changes() {
    return this.gates.flatMap((gate) => [0, 1].map((turn) => [gate, this.disabled.includes(gate) === !turn]));
  }

  get map() { return this.name.replace(/\.\w+$/, ""); }

  // A preparation by the worker, or why there was none.
  notePrepared(racer, round, made) {
    const { name, label, options, colour, marker, candidate, movement, optimality, faults } =
      this.racers[racer];
    const done = made.outcome === "ok";
    this.prepares.push({
      kind: "prepare", map: this.map, algo: name, run: 0, name, label, options, colour, marker,
      candidate: candidate && !faults, movement, optimality, expected_faults: faults, build: null,
      group: 1, round, outcome: made.outcome, ns: done ? Math.max(1, made.took * 1e6) : null,
      bytes: done ? made.bytes : null, peak_bytes: done ? made.peak : null,
    });
  }

  noteClick(racer, click, found) {
    const ends = Array.from(this.queries.subarray(4 * click, 4 * click + 4));
    const list = this.clicks.get(racer) ?? [];
    this.clicks.set(racer, list);
    list.push(this.rowOf(racer, click, ends, { ...found, kind: "detour", optimum: this.optima[click] }));
  }

  rowOf(racer, click, ends, found) {
    const went = found.outcome === "found";
    return {
      kind: "click", map: this.map, clicks: this.called, algo: this.racers[racer].name, click, run: 0,
      tag: "", start: ends.slice(0, 2), goal: ends.slice(2), class: found.kind, after_event: false,
      clamped: "none", enabled: this.enabled, outcome: found.outcome, verdict: found.verdict ?? null,
      reason: found.reason || null, ...UNMEASURED, ns_after_event: null,
      played: new Array(ROUNDS * PASSES).fill(null), steady: new Array(ROUNDS * PASSES).fill(null),
      steady_passes: 0,
      length: went ? known(found.length) : null, straight: went ? counted(found.straight) : null,
      diagonal: went ? counted(found.diagonal) : null, points: went ? found.points : null,
      turning: went ? known(found.turning) : null, turns: went ? counted(found.turns) : null,
      valid_any_angle: went && found.legal >= 0 ? found.legal > 0 : null,
      optimum: known(found.optimum), ratio: went ? known(found.ratio) : null,
      hugging: went ? known(found.hugging) : null, sharp_turns: went ? counted(found.sharp) : null,
      zigzags: went ? counted(found.zigzags) : null,
      looks_fault: went && found.bad >= 0 ? found.bad > 0 : null,
    };
  }

  get called() { return `${this.optima.length} detours of the page`; }

  get enabled() {
    return this.room.areas.map(([id]) => id).filter((id) => id > 0 && !this.disabled.includes(id));
  }

  // Prepares a back end, gets its answers in the first round, and measures a round of times.
  async run(engine, racer, round, made) {
    this.notePrepared(racer, round, made);
    if (made.outcome !== "ok") return;
    if (round === 0) await this.hearAnswers(engine, racer);
    const rows = this.clicks.get(racer) ?? [], count = this.optima.length;
    if (rows.some((row) => row.verdict !== "ok")) return;
    for (let pass = 0; pass < PASSES; pass++) {
      const order = shuffled(count, 977 * round + 31 * pass + racer).filter((click) => click < rows.length);
      const began = performance.now();
      for (let from = 0; from < order.length && performance.now() - began < LONGEST;) {
        const { samples } = await engine.ask("race", { racer, queries: this.queries, calls: CALLS,
          order: order.slice(from), budget: 300 });
        samples.forEach((ns, i) => { rows[order[from + i]].played[round * PASSES + pass] = ns; });
        from += samples.length;
      }
    }
    if (this.gates.length) await this.runChanges(engine, racer, round);
  }

  // Each change takes two entries of the click set: the event, and a click.
  async runChanges(engine, racer, round) {
    const count = this.optima.length, began = performance.now(), { name: algo } = this.racers[racer];
    const list = this.after.get(racer) ?? [];
    this.after.set(racer, list);
    for (const [i, [gate, open]] of this.changes.entries()) {
      const click = count + 2 * i, late = i > 0 && i % 2 === 0 && performance.now() - began > LONGEST;
      if (late || round > 0 && i % 2 === 0 && i + 1 >= list.length) return;
      this.changing = { kind: "update", map: this.map, clicks: this.called, algo, click, run: 0, round,
        event: open ? "enable" : "disable", events: 1, fresh: false, outcome: "timeout", ns: null, survives: null };
      const at = 4 * (i % count), query = Array.from(this.queries.subarray(at, at + 4));
      const { anew, failed, took, first, samples, found } = await engine.ask("afterChange",
        { racer, gate, open, query, passes: PASSES, calls: CALLS });
      this.updates.push({ ...this.changing, fresh: Boolean(anew), outcome: failed ? "memory" : "ok", ns: took ?? null });
      this.changing = null;
      if (failed) {
        if (i % 2 === 0) await engine.ask("change", { steps: [["open", gate, !open]] });
        return;
      }
      list[i] ??= { ...this.rowOf(racer, click + 1, found.ends, { ...found, optimum: NaN }), after_event: true,
        enabled: this.enabledWith(gate, open), firsts: [] };
      list[i].firsts.push(first);
      samples.forEach((ns, pass) => { list[i].played[round * PASSES + pass] = ns; });
    }
  }

  enabledWith(gate, open) {
    const others = this.enabled.filter((id) => id !== gate);
    return open ? [...others, gate].sort((a, b) => a - b) : others;
  }

  // Milliseconds: the median of a racer's changes, each with the click after it; null if there was none.
  change(racer) {
    const { name } = this.racers[racer], updates = this.updates.filter(({ algo }) => algo === name);
    return median((this.after.get(racer) ?? []).map(({ click, firsts }) => (median(firsts) +
      median(updates.filter((row) => row.click === click - 1).map(({ ns }) => ns))) / 1e6));
  }

  async hearAnswers(engine, racer) {
    const began = performance.now();
    for (let from = 0; from < this.optima.length && performance.now() - began < 2 * LONGEST;) {
      const { found } = await engine.ask("sampledPaths", { racer, queries: this.queries, from,
        optima: this.optima, budget: 300, slowest: SLOWEST });
      for (const answer of found) this.noteAnswer(racer, from++, answer);
      if (found.at(-1).slow) return;
    }
  }

  noteAnswer(racer, click, { slow, ...found }) {
    const outcome = found.outcome === "no memory" ? "memory" : found.outcome;
    this.noteClick(racer, click, slow ? { outcome: "timeout" } :
      outcome === "memory" ? { outcome } : found);
  }

  // The engine ended during a preparation or a click.
  noteEnd(racer, round) {
    const prepared = this.prepares.some((row) =>
      row.algo === this.racers[racer].name && row.round === round);
    const answered = this.clicks.get(racer)?.length ?? 0;
    if (this.changing) this.updates.push(this.changing);
    else if (!prepared) this.notePrepared(racer, round, { outcome: "timeout" });
    else if (answered < this.optima.length) this.noteClick(racer, answered, { outcome: "timeout" });
    this.changing = null;
  }

  get tried() { return new Set(this.prepares.map(({ algo }) => algo)).size; }

  // Nanoseconds: the geometric mean of a racer's clicks; Infinity if none was timed.
  mean(racer) {
    const times = (this.clicks.get(racer) ?? []).map((row) => median(row.played))
      .filter((ns) => ns !== null);
    return times.length ? Math.exp(times.reduce((sum, ns) => sum + Math.log(ns), 0) / times.length) :
      Infinity;
  }

  // All rows, as `footrace run` writes them.
  rows() {
    const { room } = this;
    const after = [...this.after.values()].flat()
      .map(({ firsts, ...row }) => ({ ...row, ns_after_event: median(firsts) }));
    const clicks = [...[...this.clicks.values()].flat(), ...after]
      .map((row) => ({ ...row, ns_played: median(row.played) }));
    const seconds = (Date.now() - this.began) / 1000;
    const faulty = clicks.filter(({ outcome, verdict }) => verdict !== "ok" && outcome !== "none");
    const run = {
      kind: "run", format: "footrace-results/1", version: VERSION, revision: null,
      command: "the page", fingerprint: null, seed: 20, time: new Date(this.began).toISOString(),
      machine: "a browser", kernel: navigator.platform || "unknown", cpu: navigator.userAgent,
      cores: navigator.hardwareConcurrency || 1, governor: null, turbo: null, smt: null,
      hypervisor: true, clock_source: "performance.now", disturbances: ["virtual", "clock"], load: null,
      compiler: "clang for WebAssembly", libc: "wasi-libc", counter: null, also: [], flags: "-O3",
      build_type: "Release", sanitized: false, asserts: false, clock_resolution_ns: 100000, clock_ns: 0,
      rounds: ROUNDS, passes: PASSES, frame_width: 1920, frame_height: 1080, llc_bytes: null, cold: 0,
      rehearsed: false, touched: false, timeout_s: SLOWEST / 1000, memory_mb: 176, total_memory_mb: null,
      clamp: "nearest", pinned: null, give_up: 1, shard: 1, shards: 1,
    };
    const map = {
      kind: "map", map: this.map, file: this.name, reading: room.reading, hash: room.hash,
      width: room.width, height: room.height, walkable: room.walkable,
      areas: this.enabled.length, components: room.components, reachable: room.largest,
      corners: room.corners, walls: 0, ...thumbnail(room, this.areas),
    };
    const rows = [run, map, ...this.prepares, ...clicks, ...this.updates];
    const expected = faulty.filter(({ algo }) =>
      this.racers.find(({ name }) => name === algo).faults).length;
    return [...rows, {
      kind: "end", rows: rows.length, clicks: clicks.length,
      found: clicks.filter(({ outcome }) => outcome === "found").length,
      faults: faulty.length - expected, expected_faults: expected, lost_to_agent: 0,
      elapsed_s: seconds, inside_s: 0, frames_s: 0, setup_s: 0, others: null, stolen: null,
      disturbed: false, stopped: null,
    }];
  }
}

// ---- The answer ----

const nan = (value) => value ?? NaN;

// A click row as numbers (page_answer.h).
function numbersOf(row) {
  const status = Math.max(0, STATUSES.indexOf(row.outcome)), outcome = OUTCOMES.indexOf(row.outcome);
  return [row.click, ...row.start, ...row.goal, CLASSES.indexOf(row.class), status,
    outcome < 0 ? OUTCOMES.indexOf("none") : outcome, VERDICTS.indexOf(row.verdict), nan(row.length),
    row.valid_any_angle === null ? -1 : Number(row.valid_any_angle), nan(row.optimum),
    nan(row.ns_played), EXCLUSIONS.indexOf(row.excluded ?? (row.remembers === true ? "caches" : null)),
    row.looks_fault === null ? -1 : Number(row.looks_fault), nan(row.ns_after_event)];
}

// What `footrace answer` says about the rows of a race with default options on one map. wished: what is
// preferred (page_answer.h), and thresholds for load time and slow query in nanoseconds; 0: the default.
async function answerOf(engine, racers, rows, wished, untried = 0) {
  const index = new Map(racers.map(({ name }, i) => [name, i]));
  const { rounds, passes } = rows.find(({ kind }) => kind === "run");
  const of = (wanted) => rows.filter(({ kind }) => kind === wanted);
  const { answer } = await engine.ask("answer", {
    rounds, passes, wished, untried,
    prepares: of("prepare").map(({ algo, round, outcome, ns, ns_first: first, bytes: held, peak_bytes: peak }) =>
      [index.get(algo), round, outcome === "ok" ? 0 : outcome === "unsupported" ? 1 : STATUSES.indexOf("lost"),
        nan(ns) + (first ?? 0), held ?? -1, peak ?? -1]),
    clicks: of("click").map((row) =>
      ({ racer: index.get(row.algo), numbers: numbersOf(row), played: row.played.map(nan) })),
    updates: of("update").map(({ algo, click, round, fresh, outcome, ns, survives }) => [index.get(algo), click, round,
      fresh, STATUSES.indexOf(outcome), nan(ns), survives === null ? -1 : Number(survives)]),
  });
  return answer;
}

// The sentences of the answer; while the race goes on, only the back end that leads.
function showAnswer(answer, goesOn) {
  const [ship, ...rest] = goesOn ? [answer.ship ? `So far ${answer.ship} leads.` : ""] : answer.sentences;
  const strong = Object.assign(document.createElement("strong"), { textContent: ship });
  $("ship").replaceChildren(strong, ` ${rest.join(" ")}`);
  $("take").hidden = goesOn || !answer.ship;
  decisions.show(goesOn ? null : answer.regions);
  guest.offer(goesOn ? null : state.race, answer.ship);
  $("reasons").hidden = goesOn || !answer.candidates.length;
  $("reasons").querySelector("dl").replaceChildren(...answer.candidates.flatMap(({ algo, reason }) => [
    Object.assign(document.createElement("dt"), { textContent: algo }),
    Object.assign(document.createElement("dd"), { textContent: reason })]));
}
