#!/usr/bin/env node
// PathFinding.js (MIT): a matrix of walkable cells; each query takes a fresh clone of the grid, as its README says.
import PF from "pathfinding";
import { serve, version } from "../shims/guest.mjs";

const settings = { diagonalMovement: PF.DiagonalMovement.OnlyWhenNoObstacles };
const finders = { astar: PF.AStarFinder, jps: PF.JumpPointFinder, best: PF.BestFirstFinder };

serve({
    name: "pathfinding-js",
    label: `PathFinding.js ${version(import.meta, "pathfinding")}`,
    summary: "A*, jump point search or best-first search on a grid of objects",
    source: "Xueqiao Xu and others, PathFinding.js, npm pathfinding",
    movement: "grid8",
    options: [{ name: "finder", choices: "astar|jps|best", help: "which of its finders" }],
}, (options, width, height, pixels) => {
    const matrix = Array.from({ length: height }, (_, y) =>
        Array.from(pixels.subarray(y * width, (y + 1) * width), (walkable) => walkable ? 0 : 1));
    const grid = new PF.Grid(matrix), finder = new finders[options.finder](settings);
    return {
        find: (x, y, toX, toY) => finder.findPath(x, y, toX, toY, grid.clone()),
        points: (found) => found.length ? found.map(([x, y]) => [x + 0.5, y + 0.5]) : null,
    };
});
