// The reader's own situation: what leads by the rule of the answer (docs/deciding.md), from the figures of each map.
// The result is `leads` of `footrace answer --json` with the same flags; the page does not resample.
const answer = JSON.parse(document.getElementById("answer")?.textContent ?? "null");
const TIMES = ["slow", "load", "change", "speed"], LENGTHS = ["length", "length-p99"], SHARES = [...LENGTHS, "looks"];
const WITHIN = 1.1, POINTS = 0.1, LEAST_PART = 1e-3;
const form = document.querySelector("#situation form");
const usualSituation = answer && {
  limits: answer.limits, thresholds: answer.thresholds, prefer: answer.prefer, queries: answer.queries_per_frame,
  slower: answer.slower_machine, saved: answer.saved,
};

const measured = (map, quantity, {queries, slower, saved}) => {
  const at = (name) => map[name] ?? NaN;
  if (quantity === "saved" && !saved) return NaN;
  const value = at(quantity === "load" && saved ? "load_saved" : quantity) + (quantity === "slow" && queries > 1 ? (queries - 1) * at("steady") : 0);
  return TIMES.includes(quantity) ? value * slower : value;
};
// Racers with what they cost, and what leads: the least penalty, and of those close to it the smallest.
const weigh = (situation) => {
  const quantities = Object.keys(answer.thresholds);
  const able = answer.candidates.filter((each) => each.measures);
  const values = new Map(able.map((each) => [each, each.measures.map((map) =>
    Object.fromEntries(quantities.map((name) => [name, measured(map, name, situation)])))]));
  const over = (each) => quantities.filter((name) =>
    values.get(each).some((map) => map[name] > (situation.limits[name] ?? Infinity)));
  const eligible = able.filter((each) => !over(each).length);
  const every = (map, name) => eligible.every((each) => !Number.isNaN(values.get(each)[map][name]));
  const maps = able.length ? able[0].measures.map((_, map) => map).filter((map) => every(map, "speed")) : [];
  const counted = Object.fromEntries(quantities.map((name) => [name, maps.filter((map) => every(map, name))]));
  const points = (each, name, threshold) => counted[name].reduce((sum, map) =>
    sum + Math.log2(Math.max(1, values.get(each)[map][name] / threshold)), 0) / (maps.length || 1);
  const weighed = eligible.map((each) => {
    const mine = {}, mean = {};
    for (const name of quantities) {
      const threshold = situation.thresholds[name] ?? Infinity, of = (map) => values.get(each)[map][name];
      mine[name] = points(each, name, threshold);
      const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
      mean[name] = SHARES.includes(name) ? average(counted[name].map(of)) :
        Math.exp(average(counted[name].map((map) => Math.log(Math.max(of(map), 1)))));
    }
    return {algo: each.algo, address: each.address, bytes: each.object_bytes, points: mine, mean, of: each,
            penalty: quantities.reduce((sum, name) => sum + mine[name], 0)};
  });
  let close = weighed;
  for (const name of situation.prefer) {
    if (!counted[name].length) continue;
    const best = Math.max(least(close.map((each) => each.mean[name])),
                          LENGTHS.includes(name) ? LEAST_PART * situation.thresholds[name] : 1);
    close = close.filter((each) => each.mean[name] <= WITHIN * best);
  }
  const smaller = (one, other) => one.bytes && other.bytes && one.bytes !== other.bytes ? one.bytes - other.bytes :
    one.algo < other.algo ? -1 : 1;
  const bySize = [...close].sort(smaller);
  const pick = (penalties) => {
    const most = Math.min(...penalties) + POINTS;
    return bySize[penalties.findIndex((penalty) => penalty <= most)] ?? null;
  };
  const leads = pick(bySize.map((each) => each.penalty));
  // What leads at other thresholds of load time and slow query: a row of names for each slow query.
  const plane = (loads, slows) => {
    const more = (name, thresholds) => thresholds.map((threshold) =>
      bySize.map((each) => points(each.of, name, threshold) - each.points[name]));
    const across = more("load", loads), up = more("slow", slows);
    return up.map((slow) => across.map((load) => pick(bySize.map((each, i) => each.penalty + load[i] + slow[i])).algo));
  };
  return {leads, weighed: weighed.sort((a, b) => (b === leads) - (a === leads) || close.includes(b) - close.includes(a) ||
                                                   a.penalty - b.penalty),
          close, plane, excluded: able.filter((each) => over(each).length).map((each) => [each.algo, over(each)])};
};

// Fields of the form, as the address has them: "load:50,queries:4". A limit or threshold for saved states
// implies that there are some.
const LIMITS = {memory: ["memory", 1e6], change: ["change", 1e6], state: ["saved", 1e6]};
const THRESHOLDS = {load: ["load", 1e6], slow: ["slow", 1e6]};
const areSaved = (fields) => Boolean(fields.saved || fields.state > 0 || fields.prefer === "saved");
const situationOf = (fields) => {
  const given = (usual, scales) => ({...usual, ...Object.fromEntries(Object.entries(scales)
    .filter(([name]) => fields[name] > 0).map(([name, [quantity, scale]]) => [quantity, fields[name] * scale]))});
  return {limits: given(usualSituation.limits, LIMITS), saved: usualSituation.saved || areSaved(fields), thresholds: given(usualSituation.thresholds, THRESHOLDS),
          queries: fields.queries >= 1 ? Number(fields.queries) : usualSituation.queries,
          slower: fields.slower > 0 ? Number(fields.slower) : usualSituation.slower,
          prefer: fields.prefer ? [fields.prefer] : usualSituation.prefer};
};
const flagsOf = (fields) => {
  const flags = {load: ["threshold-load", "ms"], slow: ["threshold-slow", "ms"], memory: ["max-memory", "MB"],
                 change: ["max-change", "ms"], state: ["max-saved", "MB"], queries: ["queries-per-frame", ""], slower: ["slower", ""],
                 prefer: ["prefer", ""]};
  return (areSaved(fields) ? " --saved" : "") + Object.entries(flags).filter(([name]) => fields[name])
    .map(([name, [flag, unit]]) => ` --${flag} ${fields[name]}${unit}`).join("");
};
const fieldsOf = (text) => Object.fromEntries(text.split(",").filter(Boolean).map((part) => part.split(":"))
  .filter(([name, value]) => form?.elements[name] && /^[\w.-]+$/.test(value ?? "")));
const spelled = (fields) => Object.entries(fields).filter(([, value]) => value).map((pair) => pair.join(":")).join(",");

const headline = document.querySelector("h1"), asWritten = headline?.innerHTML;
const showSituation = (fields) => {
  if (!form) return;
  const changed = Object.values(fields).some(Boolean), found = weigh(situationOf(fields));
  for (const field of form.elements)
    if (field.type === "checkbox") field.checked = Boolean(fields[field.name]);
    else if (field !== document.activeElement) field.value = fields[field.name] ?? ""; // a number being typed stays
  if (changed) form.closest("details").open = true;
  for (const lead of document.querySelectorAll("p.lead")) lead.hidden = changed;
  if (!changed) headline.innerHTML = asWritten;
  else headline.innerHTML = "<span class=\"ship\"></span>";
  if (changed) headline.firstChild.textContent = found.leads ? `In your situation: ship ${found.leads.algo}` : "No back end is within these limits";
  const shipped = changed ? found.leads?.algo : answer.candidates[0]?.algo;
  for (const row of document.querySelectorAll("#ranks tr[data-racer]")) {
    row.classList.toggle("shipped", row.dataset.racer === shipped);
    row.classList.toggle("excluded", changed && !found.close.some((each) => each.algo === row.dataset.racer));
  }
  const body = document.querySelector("#weighed tbody");
  body.replaceChildren(...found.weighed.map((each) => {
    const row = document.createElement("tr"), most = Object.entries(each.points).filter(([, points]) => points >= 0.05)
      .sort(([, a], [, b]) => b - a).map(([name, points]) => `${name} ${points.toFixed(1)}`).join(", ");
    row.dataset.racer = each.algo;
    for (const text of [each.algo, each.penalty.toFixed(1), most || "all within their thresholds"]) row.insertCell().textContent = text;
    return row;
  }));
  document.getElementById("situation-note").textContent =
    (found.excluded.length ? `Over a limit: ${found.excluded.map(([algo, names]) => `${algo} (${names.join(", ")})`).join("; ")}. ` : "") +
    "This page does not resample the clicks. To see whether the answer is settled, run";
  document.getElementById("situation-command").textContent = `footrace answer RESULT...${flagsOf(fields)}`;
};
