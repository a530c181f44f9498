#!/usr/bin/env node
// l1-path-finder (MIT): shortest paths along the axes, over the corners of walls.
import ndarray from "ndarray";
import createPlanner from "l1-path-finder";
import { serve, version } from "../shims/guest.mjs";

serve({
    name: "l1-path-finder",
    label: `l1-path-finder ${version(import.meta, "l1-path-finder")}`,
    summary: "shortest paths along the axes, by A* over corners with landmarks",
    source: "Mikola Lysenko, l1-path-finder, npm l1-path-finder",
    movement: "grid4",
}, (options, width, height, pixels) => {
    const planner = createPlanner(ndarray(pixels.map((walkable) => 1 - walkable), [width, height], [1, width]));
    return {
        find(x, y, toX, toY) {
            const path = [];
            return planner.search(x, y, toX, toY, path) < Infinity ? path : null;
        },
        points: (found) => found && found.length ? Array.from({ length: found.length / 2 }, (_, i) =>
            [found[2 * i] + 0.5, found[2 * i + 1] + 0.5]) : null,
    };
});
