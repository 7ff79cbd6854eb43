// Sorting, filtering and switching. The page is complete without it.
"use strict";
document.documentElement.classList.add("js");

// A column is sorted by its numbers where it has some, else by its text; blanks stay last.
function compare(index, direction) {
  const key = (row) => {
    const cell = row.cells[index];
    if (cell.dataset.value !== undefined) return [0, Number(cell.dataset.value)];
    const text = cell.firstChild ? cell.firstChild.textContent.trim() : "";
    return text ? [1, text] : [2, ""];
  };
  return (a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x[0] !== y[0]) return x[0] - y[0];
    const order = x[0] === 0 ? x[1] - y[1] : x[1].localeCompare(y[1], "en", { numeric: true });
    return order * direction;
  };
}

for (const button of document.querySelectorAll("[data-sort]")) {
  button.addEventListener("click", () => {
    const heading = button.closest("th");
    const body = button.closest("table").tBodies[0];
    const direction = heading.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    for (const other of heading.parentNode.cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", direction === 1 ? "ascending" : "descending");
    body.append(...[...body.rows].sort(compare(heading.cellIndex, direction)));
  });
}

const off = new Set();

// A row is shown if its family is on and it has every word of its filter; a line of a chart of the
// same section likewise.
function show() {
  for (const table of document.querySelectorAll(".table:has([data-filter])")) {
    const words = table.querySelector("[data-filter]").value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = [...table.querySelectorAll("tbody tr")];
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = off.has(row.dataset.family) || !words.every((word) => text.includes(word));
    }
    const shown = rows.filter((row) => !row.hidden).length;
    table.querySelector("[data-count]").value =
      shown === rows.length ? `${shown} ${shown === 1 ? "row" : "rows"}` : `${shown} of ${rows.length} rows`;
  }
  for (const line of document.querySelectorAll(".chart [data-family]")) {
    line.classList.toggle("off", off.has(line.dataset.family));
  }
}

for (const input of document.querySelectorAll("[data-filter]")) input.addEventListener("input", show);

for (const button of document.querySelectorAll("[data-family-switch]")) {
  button.addEventListener("click", () => {
    const family = button.dataset.familySwitch;
    if (!off.delete(family)) off.add(family);
    button.setAttribute("aria-pressed", String(!off.has(family)));
    show();
  });
}

// A page of a plain table has no legend, and so no switch.
document.querySelector("[data-theme-switch]")?.addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
});

addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});
