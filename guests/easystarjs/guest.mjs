#!/usr/bin/env node
// easystar.js (MIT): A* on a grid of tiles, in one go (enableSync), without cutting corners.
import EasyStar from "easystarjs";
import { serve, version } from "../shims/guest.mjs";

serve({
    name: "easystar",
    label: `easystar.js ${version(import.meta, "easystarjs")}`,
    summary: "A* on a grid of tiles",
    source: "Bryce Neal, easystar.js, npm easystarjs",
    movement: "grid8",
    updates: true,
}, (options, width, height, pixels) => {
    const easystar = new EasyStar.js();
    const tiles = Array.from({ length: height }, (_, y) => Array.from(pixels.subarray(y * width, (y + 1) * width)));
    easystar.setGrid(tiles);
    easystar.setAcceptableTiles([1]);
    easystar.enableDiagonals();
    easystar.disableCornerCutting();
    easystar.enableSync();
    return {
        find(x, y, toX, toY) {
            let found = null;
            easystar.findPath(x, y, toX, toY, (path) => { found = path; });
            easystar.calculate();
            return found;
        },
        points: (found) => found && found.map(({ x, y }) => [x + 0.5, y + 0.5]),
        change(left, top, across, down, changed) {
            for (let i = 0; i < changed.length; i++)
                tiles[top + Math.floor(i / across)][left + i % across] = changed[i];
            easystar.setGrid(tiles);
        },
    };
});
