// Footrace for JavaScript: the C library as WebAssembly. build.py makes of this file an ES module and
// a CommonJS module that carry the WebAssembly inside.

const OK = 0, UNREACHABLE = 1, UNFINISHED = 9;
const CODE = "@CODE@"; // deflated, in base64

let library; // the exports of the one instance, once it is loaded

async function inflate(letters) {
    const packed = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).arrayBuffer();
}

// The C library's own streams are never written to.
const system = { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8 };

let loading;

/** Compiles the library, once. Everything after it is synchronous. */
function load() {
    loading ??= inflate(CODE)
        .then((code) => WebAssembly.instantiate(code, { wasi_snapshot_preview1: system }))
        .then(({ instance }) => {
            library = instance.exports;
            return { Walker, pathfinders };
        });
    return loading;
}

function textAt(address) {
    const bytes = new Uint8Array(library.memory.buffer, address);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
}

function numbers(count) {
    return Array.from(new Float64Array(library.memory.buffer, library.block(), count));
}

/** Calls use with the address of a copy of bytes, which is freed afterwards. */
function withBytes(bytes, use) {
    const address = library.malloc(bytes.length || 1);
    if (address === 0)
        throw new RangeError("footrace: no memory");
    try {
        new Uint8Array(library.memory.buffer).set(bytes, address);
        return use(address);
    } finally {
        library.free(address);
    }
}

function check(status) {
    if (status !== OK)
        throw new Error(`footrace: ${textAt(library.fr_walker_status_text(status))}`);
}

function whole(value, name) {
    if (!Number.isInteger(value) || Math.abs(value) > 0x7fffffff)
        throw new TypeError(`footrace: ${name}: found ${value}, expected a whole number`);
    return value;
}

function coordinates(values) {
    for (const value of values)
        if (!Number.isFinite(value))
            throw new TypeError(`footrace: coordinate: found ${value}, expected a finite number`);
    return values;
}

function checkMask(mask, width, height) {
    if (!(mask instanceof Uint8Array || mask instanceof Uint8ClampedArray))
        throw new TypeError(`footrace: mask: found a ${typeof mask}, expected a Uint8Array, one byte per pixel`);
    if (mask.length !== whole(width, "width") * whole(height, "height"))
        throw new RangeError(`footrace: mask: found ${mask.length} bytes, expected ${width} x ${height}`);
    return mask;
}

/** The names of the pathfinders in this build. */
function pathfinders() {
    const names = [];
    for (let name; (name = library.fr_walker_pathfinder(names.length)) !== 0;)
        names.push(textAt(name));
    return names;
}

const forgotten = new FinalizationRegistry((address) => library.fr_walker_release(address));

const MADE = Symbol("made by the library");

class Walker {
    #address = 0;

    constructor(key, address) {
        if (key !== MADE)
            throw new TypeError("footrace: new Walker: found a call, expected Walker.fromMask or Walker.fromImageData");
        this.#address = address;
        forgotten.register(this, address, this);
    }

    /** A room from a mask: one byte per pixel, 0 for walls and 1 to 255 for areas. */
    static fromMask(mask, width, height, pathfinder) {
        checkMask(mask, width, height);
        const name = new TextEncoder().encode(`${pathfinder ?? ""}\0`);
        const made = withBytes(mask, (pixels) => withBytes(name, (words) =>
            library.create(pixels, width, height, pathfinder == null ? 0 : words)));
        if (made === 0)
            throw new Error(`footrace: ${textAt(library.message())}`);
        return new Walker(MADE, made);
    }

    /** A room from a picture: light, opaque pixels can be walked on. */
    static fromImageData(image, pathfinder) {
        const { data, width, height } = image;
        const mask = new Uint8Array(width * height);
        for (let i = 0; i < mask.length; i++) {
            const [red, green, blue, alpha] = data.subarray(4 * i, 4 * i + 4);
            mask[i] = alpha >= 128 && 2126 * red + 7152 * green + 722 * blue >= 1280000 ? 1 : 0;
        }
        return Walker.fromMask(mask, width, height, pathfinder);
    }

    get #room() {
        if (this.#address === 0)
            throw new Error("footrace: this walker was freed");
        return this.#address;
    }

    /** A walker for a figure with a radius in pixels, in the same room. */
    withRadius(radius) {
        const made = library.with_radius(this.#room, ...coordinates([radius]));
        check(numbers(1)[0]);
        return new Walker(MADE, made);
    }

    prepare() {
        check(library.fr_walker_prepare(this.#room));
    }

    /** Prepares a part: work is in units of about ten nanoseconds. Whether all is prepared. */
    prepareSome(work) {
        const status = library.prepare_some(this.#room, whole(work, "work"));
        if (status !== UNFINISHED)
            check(status);
        return status === OK;
    }

    /** Makes finds to one goal fast, from everywhere. */
    field(x, y) {
        check(library.field(this.#room, ...coordinates([x, y])));
    }

    find(x, y, toX, toY) {
        const status = library.find(this.#room, ...coordinates([x, y, toX, toY]));
        if (status !== UNREACHABLE)
            check(status);
        const [startX, startY, goalX, goalY, startMoved, goalMoved, length, count, fallback] = numbers(9);
        const address = count > 0 ? library.path(this.#room, count) : 0;
        if (count > 0 && address === 0)
            throw new RangeError("footrace: no memory");
        return {
            path: status === OK ? new Float32Array(library.memory.buffer, address, 2 * count).slice() : null,
            start: [startX, startY], goal: [goalX, goalY],
            startMoved: startMoved !== 0, goalMoved: goalMoved !== 0, length, fallback: fallback !== 0,
        };
    }

    /** Where a figure is that was at a position, or at the start, and went on along the path found last. */
    advance(distance, { walked = 0, facing = [0, 0] } = {}) {
        const status = library.advance(this.#room, ...coordinates([distance, walked, ...facing]));
        if (status === UNREACHABLE)
            return null;
        check(status);
        const [x, y, facingX, facingY, sum, arrived] = numbers(6);
        return { x, y, facing: [facingX, facingY], walked: sum, arrived: arrived !== 0 };
    }

    /** Whether the rest of the path found last is free, for a figure at a position on it. */
    stillWalkable({ walked = 0 } = {}) {
        return library.still_walkable(this.#room, ...coordinates([walked])) !== 0;
    }

    closest(x, y, toX, toY) {
        const status = library.closest(this.#room, ...coordinates([x, y, toX, toY]));
        if (status === UNREACHABLE)
            return null;
        check(status);
        return numbers(2);
    }

    walkable(x, y) {
        return library.walkable(this.#room, ...coordinates([x, y])) !== 0;
    }

    open(area, isOpen = true) {
        check(library.fr_walker_open(this.#room, whole(area, "area"), isOpen ? 1 : 0));
    }

    block(x, y, width, height, blocked = true) {
        const region = [x, y, width, height].map((value) => whole(value, "block"));
        check(library.fr_walker_block(this.#room, ...region, blocked ? 1 : 0));
    }

    paint(x, y, mask, width, height) {
        checkMask(mask, width, height);
        check(withBytes(mask, (pixels) => library.paint(this.#room, whole(x, "x"), whole(y, "y"),
                                                        pixels, width, height)));
    }

    /** What was prepared, as bytes for load. */
    save() {
        check(library.save(this.#room));
        const [address, size] = numbers(2);
        return new Uint8Array(library.memory.buffer, address, size).slice();
    }

    load(saved) {
        if (!(saved instanceof Uint8Array))
            throw new TypeError(`footrace: saved: found a ${typeof saved}, expected a Uint8Array`);
        check(withBytes(saved, (bytes) => library.fr_walker_load(this.#room, bytes, saved.length)));
    }

    /** Frees the room now; else that happens when the walker is collected. */
    free() {
        if (this.#address !== 0) {
            forgotten.unregister(this);
            library.fr_walker_release(this.#address);
            this.#address = 0;
        }
    }
}
