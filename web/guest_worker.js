// What require() gives to the modules above, by their names: each runs once, when it is first needed.
const loaded = {};

function need(name) {
  if (!(name in loaded)) {
    const module = { exports: {} };
    loaded[name] = module;
    modules[name].call(module.exports, module, module.exports, (wanted) =>
      need(new URL(`${wanted}.js`, `file:///${name}`).pathname.slice(1)));
  }
  return loaded[name].exports;
}

// A worker that queries PathFinding.js as its README says: the grid is cloned for each query, inside the clock.
onmessage = ({ data: { areas, width, height, disabled, queries } }) => {
  const closed = new Set(disabled), part = (name) => need(`pathfinding/src/${name}.js`);
  const matrix = Array.from({ length: height }, (_, y) =>
    Array.from(areas.subarray(y * width, (y + 1) * width), (area) => area && !closed.has(area) ? 0 : 1));
  const grid = new (part("core/Grid"))(matrix);
  const finder = new (part("finders/AStarFinder"))(
    { diagonalMovement: part("core/DiagonalMovement").OnlyWhenNoObstacles });
  for (let at = 0; at < queries.length; at += 4) {
    const began = performance.now();
    const path = finder.findPath(...queries.subarray(at, at + 4), grid.clone());
    postMessage({ took: performance.now() - began, length: part("core/Util").pathLength(path) });
  }
};
