#!/usr/bin/env node
// navmesh (MIT): A* over convex polygons, then the funnel. Its polygons are rectangles of walkable pixels, as those
// of its own parser of tile maps are (mesh=parser), which has no end at full HD. What a step costs is the distance
// of two polygons' middles: of long strips it chooses detours, so mesh=squares cuts them at a lattice of 64 pixels.
import navmesh from "navmesh";
import { serve, version } from "../shims/guest.mjs";
import { rectangles } from "../shims/rectangles.mjs";

function parse(width, height, pixels) {
    return navmesh.buildPolysFromGridMap(Array.from({ length: height }, (_, y) =>
        Array.from(pixels.subarray(y * width, (y + 1) * width))), 1, 1, (tile) => tile === 1);
}

function merge(width, height, pixels, lattice) {
    return rectangles(width, height, pixels, lattice).map(({ left, top, right, bottom }) => [
        { x: left, y: top }, { x: right, y: top }, { x: right, y: bottom }, { x: left, y: bottom }]);
}

serve({
    name: "navmesh-js",
    label: `navmesh ${version(import.meta, "navmesh")} (npm)`,
    summary: "A* over convex polygons, then the funnel",
    source: "Michael Hadley, navmesh, npm navmesh",
    movement: "any-angle",
    options: [{ name: "mesh", choices: "squares|rectangles|parser", help: "who makes the polygons" }],
}, (options, width, height, pixels) => {
    const polygons = options.mesh === "parser" ? parse(width, height, pixels) :
        merge(width, height, pixels, options.mesh === "squares" ? 64 : Infinity);
    const mesh = new navmesh.NavMesh(polygons);
    return {
        find: (x, y, toX, toY) => mesh.findPath({ x: x + 0.5, y: y + 0.5 }, { x: toX + 0.5, y: toY + 0.5 }),
        points: (found) => found && found.map(({ x, y }) => [x, y]),
    };
});
