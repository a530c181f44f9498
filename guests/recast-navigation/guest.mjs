#!/usr/bin/env node
// recast-navigation (MIT): Recast and Detour as WebAssembly. A pixel is a cell of 0.3, the demo's size; the demo's other
// settings too, but no radius, as the figure is a point. Least regions are given by their side.
import { init, NavMeshQuery } from "recast-navigation";
import { generateSoloNavMesh } from "recast-navigation/generators";
import { serve, version } from "../shims/guest.mjs";
import { rectangles } from "../shims/rectangles.mjs";

const CELL = 0.3, REACH = 1; // where a query looks for the mesh, by default
const place = (x, y) => ({ x: (x + 0.5) * CELL, y: 0, z: (y + 0.5) * CELL });
const isNear = (end, goal) => end && Math.abs(end.x - goal.x) <= REACH && Math.abs(end.z - goal.z) <= REACH;
const SETTINGS = {
    cs: CELL, ch: 0.2, walkableSlopeAngle: 45, walkableHeight: 10, walkableClimb: 4, walkableRadius: 0, maxEdgeLen: 40,
    maxSimplificationError: 1.3, minRegionArea: 8, mergeRegionArea: 20, maxVertsPerPoly: 6, detailSampleDist: 6,
    detailSampleMaxError: 1,
};

await init();
serve({
    name: "recast-navigation-js",
    label: `recast-navigation ${version(import.meta, "recast-navigation")} (npm)`,
    summary: "Recast's voxel mesh and Detour, as WebAssembly",
    source: "Isaac Mason, recast-navigation-js; Mikko Mononen, Recast and Detour",
    movement: "any-angle",
}, (options, width, height, pixels) => {
    const positions = [], indices = [];
    for (const { left, top, right, bottom } of rectangles(width, height, pixels)) {
        const first = positions.length / 3;
        for (const [x, y] of [[left, top], [right, top], [right, bottom], [left, bottom]])
            positions.push(x * CELL, 0, y * CELL);
        indices.push(first, first + 2, first + 1, first, first + 3, first + 2);
    }
    const { success, navMesh } = generateSoloNavMesh(positions, indices, {
        ...SETTINGS, bounds: [[0, -1, 0], [width * CELL, 1, height * CELL]] });
    if (!success)
        return null;
    const query = new NavMeshQuery(navMesh);
    return {
        find: (x, y, toX, toY) => ({ x, y, toX, toY, ...query.computePath(place(x, y), place(toX, toY)) }),
        // The walker stands where it stands, beside the mesh's border, too; what ends farther from the goal leads elsewhere.
        points: ({ x, y, toX, toY, success, path }) => success && isNear(path.at(-1), place(toX, toY)) ?
            [[x + 0.5, y + 0.5], ...path.slice(1, -1).map((point) => [point.x / CELL, point.z / CELL]), [toX + 0.5, toY + 0.5]] :
            null,
    };
});
