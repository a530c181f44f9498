"use strict";
// Tables sort by a click on a column's head; unknown values stay last, groups stay together, ties have the
// order of the ranking.
const ranked = new Map([...document.querySelectorAll("#ranks tr[data-racer]")].map((row, place) => [row.dataset.racer, place]));
const placeInRanking = (row) => ranked.get(row.dataset.racer) ?? ranked.size;
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const key = (row, column) => {
    const value = row.cells[column].dataset.value;
    return heads[column].classList.contains("number") ? (value === "" ? NaN : Number(value)) : value;
  };
  const order = (a, b, turn) => {
    if (typeof a === "string") return turn * a.localeCompare(b);
    if (isNaN(a) || isNaN(b)) return isNaN(a) - isNaN(b);
    return a === b ? 0 : turn * (a < b ? -1 : 1);
  };
  const sort = (column, turn) => {
    for (const body of table.tBodies) {
      const rows = [...body.rows].filter((row) => !row.classList.contains("group"));
      rows.sort((a, b) => order(key(a, column), key(b, column), turn) || placeInRanking(a) - placeInRanking(b));
      body.append(...rows);
    }
    for (const head of heads) head.removeAttribute("aria-sort");
    heads[column].setAttribute("aria-sort", turn > 0 ? "ascending" : "descending");
  };
  const again = () => {
    const column = heads.findIndex((head) => head.hasAttribute("aria-sort"));
    if (column >= 0) sort(column, heads[column].getAttribute("aria-sort") === "ascending" ? 1 : -1);
  };
  table.addEventListener("again", again);
  const homes = [...table.tBodies].map((body) => [body, [...body.rows]]);
  const switches = document.querySelectorAll(`input[data-groups="${table.id}"]`);
  for (const control of switches) {
    const group = () => {
      const all = homes[0][0];
      for (const [body, rows] of homes) {
        for (const row of rows) {
          if (row.classList.contains("group")) row.hidden = !control.checked;
          else (control.checked ? body : all).append(row);
        }
      }
      again();
    };
    control.addEventListener("change", group);
    if (!control.checked) group();
  }
  heads.forEach((head, column) => {
    const button = head.querySelector("button");
    if (!button) return;
    button.addEventListener("click", () => {
      sort(column, head.getAttribute("aria-sort") === "ascending" ? -1 : 1);
    });
  });
}
// Saves the compressed rows in the page as a file.
const unpack = (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
};
for (const button of document.querySelectorAll("button.download")) {
  button.addEventListener("click", async () => {
    const packed = document.getElementById(button.dataset.rows).textContent;
    const blob = await new Response(unpack(packed)).blob();
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = button.dataset.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  });
}
// Paper shows what a screen folds away, except lists that a figure already shows.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details:not(.values)")) details.open = true;
});
