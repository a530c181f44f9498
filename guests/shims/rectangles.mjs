// The walkable pixels as rectangles: runs of a row, each grown downward while the row below has the same run. None crosses
// a line of a lattice of so many pixels; Infinity: there is none.
export function rectangles(width, height, pixels, lattice = Infinity) {
    const done = [];
    let open = new Map();
    for (let y = 0; y <= height; y++) {
        const next = new Map();
        for (let x = 0; x < width && y < height;) {
            const left = x, end = Math.min(width, (Math.floor(x / lattice) + 1) * lattice);
            while (x < end && pixels[y * width + x])
                x++;
            if (x > left)
                next.set(left * 65536 + x, (y % lattice ? open.get(left * 65536 + x) : null) ?? { left, top: y, right: x });
            else
                x++;
        }
        for (const [run, rectangle] of open)
            if (next.get(run) !== rectangle)
                done.push({ ...rectangle, bottom: y });
        open = next;
    }
    return done;
}
