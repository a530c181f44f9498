// The table of back ends: those whose paths are shown, sorted as figures come in, then the others.

const plain = (value, digits) => value.toLocaleString("en", { maximumSignificantDigits: digits });
const number = (value) => Number.isFinite(value);

function micros(value) {
  if (value >= 1e6) return `${plain(value / 1e6, 3)} s`;
  return value >= 1000 ? `${plain(value / 1000, 3)} ms` : `${plain(value, value < 10 ? 2 : 3)} µs`;
}

const millis = (value) => value < 0.1 ? "< 0.1 ms" : micros(value * 1000);
const bytes = (value) => value < 1e6 ? `${plain(value / 1e3, 2)} kB` : `${plain(value / 1e6, 3)} MB`;

function over(ratio) {
  const percent = (ratio - 1) * 100;
  return percent < 0.00005 ? "shortest" : `+ ${percent < .1 ? percent.toFixed(3) : plain(percent, 3)} %`;
}

const COLUMNS = [ // key, head, what it means, how it is written
  ["name", "Back end", "Select the back ends whose paths you want to see"],
  ["ratio", "Length", "compared with the shortest any-angle path", over],
  ["turns", "Turns", "changes of direction", String],
  ["steady", "Steady", "time per click in this browser: the mean of 32 sample clicks, in batches", micros],
  ["played", "Played", "time per click with a frame's worth of memory written before each click", micros],
  ["prepared", "Prepared", "prepared once per room, in this browser", millis],
  ["bytes", "Memory", "held after preparation", bytes],
  ["change", "After a change", "a gate that opens or closes and the click after it: the median of the race", millis],
  ["update", "Update", "update after the last change of the room, in this browser", millis],
];

class Table {
  constructor(section, toggle) {
    this.section = section;
    this.walking = section.querySelector("#walking");
    this.waiting = section.querySelector("#waiting");
    this.toggle = toggle;
    this.key = "steady";
    this.down = false;
    this.rows = [];
    const head = section.querySelector("thead tr");
    this.heads = COLUMNS.map(([key, title, meaning]) => {
      const cell = Object.assign(document.createElement("th"), { scope: "col", role: "columnheader" });
      const button = document.createElement("button");
      cell.dataset.key = key;
      button.textContent = title;
      button.title = meaning;
      button.onclick = () => this.sortBy(key);
      cell.append(button);
      head.append(cell);
      return cell;
    });
  }

  setRacers(racers) {
    this.rows = racers.map((racer, index) => {
      const row = document.createElement("tr"), label = document.createElement("label");
      const box = Object.assign(document.createElement("input"), { type: "checkbox" });
      const swatch = Object.assign(document.createElement("i"), { className: "swatch" });
      const verdict = Object.assign(document.createElement("b"), { className: "verdict" });
      const name = Object.assign(document.createElement("th"), { scope: "row", role: "rowheader" });
      row.role = "row";
      swatch.style.background = ink(racer.colour);
      dark.addEventListener("change", () => { swatch.style.background = ink(racer.colour); });
      box.onchange = () => this.toggle(index, box.checked);
      label.append(box, swatch, racer.name);
      label.title = racer.summary;
      name.append(label, verdict);
      row.append(name);
      const cells = COLUMNS.slice(1).map(([key, label]) => {
        const cell = Object.assign(document.createElement("td"), { role: "cell" });
        Object.assign(cell.dataset, { key, label });
        row.append(cell);
        return cell;
      });
      return { racer, row, box, verdict, cells, values: {}, note: "" };
    });
    this.arrange();
  }

  // Takes figures of a back end; what is undefined stays as it is, and null is unknown.
  set(index, values) {
    const line = this.rows[index];
    Object.assign(line.values, values);
    COLUMNS.slice(1).forEach(([key, , , write], i) => {
      const value = line.values[key];
      line.cells[i].textContent = number(value) ? write(value) : value ?? "";
      line.cells[i].classList.toggle("word", typeof value === "string");
    });
    this.soon ??= setTimeout(() => this.arrange(), 250);
  }

  judge(index, verdict, reason) {
    const line = this.rows[index];
    const fine = verdict === "ok", text = fine ? "✓" : verdict ? "✗" : "";
    line.verdict.textContent = text;
    line.verdict.title = fine ? "checked: valid" : reason;
    line.verdict.className = `verdict ${fine ? "fine" : "wrong"}`;
    line.row.classList.toggle("failed", !fine && !!verdict);
  }

  sortBy(key) {
    this.down = this.key === key && !this.down;
    this.key = key;
    this.arrange();
  }

  compare(a, b) {
    const turn = this.down ? -1 : 1;
    if (this.key === "name") return turn * a.racer.name.localeCompare(b.racer.name);
    const known = (line) => number(line.values[this.key]);
    if (known(a) !== known(b)) return known(a) ? -1 : 1;
    return (known(a) ? turn * (a.values[this.key] - b.values[this.key]) : 0) ||
      (a.values.prepared ?? Infinity) - (b.values.prepared ?? Infinity) || 0;
  }

  arrange() {
    clearTimeout(this.soon);
    this.soon = undefined;
    for (const head of this.heads) {
      const sorted = head.dataset.key === this.key;
      if (sorted) head.setAttribute("aria-sort", this.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    for (const [body, ticked] of [[this.walking, true], [this.waiting, false]]) {
      const wanted = this.rows.filter((line) => line.box.checked === ticked)
        .sort((a, b) => this.compare(a, b)).map((line) => line.row);
      if (wanted.some((row, i) => body.children[i] !== row) || body.children.length !== wanted.length)
        this.move(() => body.replaceChildren(...wanted));
    }
  }

  // Rows glide to their new places.
  move(change) {
    const focused = document.activeElement;
    const before = new Map(this.rows.map(({ row }) => [row, row.getBoundingClientRect().top]));
    change();
    if (this.section.contains(focused)) focused.focus({ preventScroll: true });
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const { row } of this.rows) {
      const moved = before.get(row) - row.getBoundingClientRect().top;
      if (moved && row.isConnected && Math.abs(moved) < 600)
        row.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }],
          { duration: 220, easing: "ease-out" });
    }
  }

  // The chosen back ends, in the order of the table.
  order() {
    return [...this.walking.children].map((row) => this.rows.findIndex((line) => line.row === row));
  }
}
