// The walkable pixels as rectangles: runs of a row, each grown downward while the row below has the same run.
export function rectangles(width, height, pixels) {
    const done = [];
    let open = new Map();
    for (let y = 0; y <= height; y++) {
        const next = new Map();
        for (let x = 0; x < width && y < height; x++) {
            const left = x;
            while (x < width && pixels[y * width + x])
                x++;
            if (x > left)
                next.set(left * 65536 + x, open.get(left * 65536 + x) ?? { left, top: y, right: x });
        }
        for (const [run, rectangle] of open)
            if (next.get(run) !== rectangle)
                done.push({ ...rectangle, bottom: y });
        open = next;
    }
    return done;
}
