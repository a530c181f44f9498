"use strict";
// Tables sort by a click on a column's head; what is not known stays last, groups stay together.
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
      rows.sort((a, b) => order(key(a, column), key(b, column), turn));
      body.append(...rows);
    }
    for (const head of heads) head.removeAttribute("aria-sort");
    heads[column].setAttribute("aria-sort", turn > 0 ? "ascending" : "descending");
  };
  heads.forEach((head, column) => {
    const button = head.querySelector("button");
    if (!button) return;
    button.addEventListener("click", () => {
      sort(column, head.getAttribute("aria-sort") === "ascending" ? -1 : 1);
    });
  });
}
// Paper shows what a screen folds away.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});
