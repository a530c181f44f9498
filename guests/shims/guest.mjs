// The protocol of guests/protocol.md for Node.js. A guest calls serve(hello, open): open(options, width, height,
// pixels) gives a room (null: it cannot) with find(x, y, toX, toY), which is timed, points(found), which makes pixels
// of what it found (null: no path), and, if hello.updates, change(x, y, width, height, pixels).
import fs from "node:fs";

function read(bytes) {
    for (let at = 0; at < bytes.length;) {
        let got = 0;
        try {
            got = fs.readSync(0, bytes, at, bytes.length - at);
        } catch (error) {
            if (error.code !== "EAGAIN")
                throw error;
            continue;
        }
        if (got === 0)
            process.exit(0);
        at += got;
    }
    return bytes;
}

function reply(kind, ...parts) {
    const head = Buffer.alloc(5);
    head.writeUInt32LE(1 + parts.reduce((sum, part) => sum + part.length, 0));
    head.write(kind, 4);
    const bytes = Buffer.concat([head, ...parts]);
    for (let at = 0; at < bytes.length;)
        at += fs.writeSync(1, bytes, at);
}

function answer(outcome, ns, points) {
    const bytes = Buffer.alloc(13 + 16 * points.length);
    bytes.writeUInt8(outcome, 0);
    bytes.writeDoubleLE(ns, 1);
    bytes.writeUInt32LE(points.length, 9);
    points.forEach(([x, y], i) => {
        bytes.writeDoubleLE(x, 13 + 16 * i);
        bytes.writeDoubleLE(y, 21 + 16 * i);
    });
    reply("Q", bytes);
}

function find(room, x, y, toX, toY) {
    const begin = process.hrtime.bigint();
    const found = room.find(x, y, toX, toY);
    const ns = Number(process.hrtime.bigint() - begin);
    const points = room.points(found);
    answer(points ? 0 : 1, ns, points ?? []);
}

function change(room, body, count) {
    for (let i = 0, at = 8; i < count; i++) {
        const [x, y, width, height] = [0, 4, 8, 12].map((field) => body.readInt32LE(at + field));
        room.change(x, y, width, height, body.subarray(at + 16, at + 16 + width * height));
        at += 16 + width * height;
    }
}

// Of a package that is installed beside a guest, with the runtime's.
export function version(meta, name) {
    const file = new URL(`node_modules/${name}/package.json`, meta.url);
    return `${JSON.parse(fs.readFileSync(file)).version}, Node.js ${process.versions.node}`;
}

export function serve(hello, open) {
    const rooms = new Map();
    let frame = new Uint8Array(0), colour = 0;
    for (;;) {
        const head = read(Buffer.alloc(5)), body = read(Buffer.alloc(head.readUInt32LE() - 1));
        const number = (i) => body.readInt32LE(4 * i), kind = String.fromCharCode(head[4]);
        if (kind === "H") {
            reply("H", Buffer.from(JSON.stringify({ protocol: 1, ...hello })));
        } else if (kind === "M") {
            const [room, width, height, size] = [0, 1, 2, 3].map(number), text = body.toString("utf8", 16, 16 + size);
            const options = Object.fromEntries(text ? text.split(",").map((one) => one.split("=")) : []);
            rooms.set(room, open(options, width, height, body.subarray(16 + size)));
            reply("M", Buffer.from([rooms.get(room) ? 0 : 1]));
        } else if (kind === "C") {
            change(rooms.get(number(0)), body, number(1));
            reply("C", Buffer.from([0]));
        } else if (kind === "F") {
            if (frame.length !== number(0))
                frame = new Uint8Array(number(0));
            frame.fill(++colour);
            reply("F");
        } else if (kind === "Q") {
            find(rooms.get(number(0)), number(1), number(2), number(3), number(4));
        } else if (kind === "E") {
            answer(0, 0, Array.from({ length: number(0) }, () => [0, 0]));
        } else if (kind === "D") {
            rooms.delete(number(0));
        } else {
            process.exit(0);
        }
    }
}
