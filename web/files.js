// The files that a reader saves: click sets, masks, pictures, and the archive for a game.

function save(name, blob) {
  const link = Object.assign(document.createElement("a"), { download: name });
  link.href = URL.createObjectURL(blob);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// A click set for `footrace run --clicks`, one entry a line.
function clickSet(map, entries) {
  const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`).join(",\n");
  return `{\n  "format": "footrace-clicks/1",\n  "map": ${JSON.stringify(map)},\n  "clicks": [\n${lines}\n  ]\n}\n`;
}

const CHECK = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? 0xedb88320 ^ byte >>> 1 : byte >>> 1;
  return byte;
});

function checkSum(bytes) {
  let sum = -1;
  for (const byte of bytes) sum = CHECK[(sum ^ byte) & 255] ^ sum >>> 8;
  return ~sum >>> 0;
}

async function deflated(bytes, format) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// An archive of files, [name, bytes] each; numbers in its headers have 32 or 16 bits.
async function zipped(files) {
  const head = (...fields) => Uint8Array.from(fields.flatMap(([value, size]) =>
    Array.from({ length: size }, (_, i) => value >>> 8 * i & 255)));
  const parts = [], list = [];
  let at = 0;
  for (const [name, bytes] of files) {
    const spelt = new TextEncoder().encode(name), data = await deflated(bytes, "deflate-raw");
    const facts = [[20, 2], [0, 2], [8, 2], [0, 2], [0x21, 2], [checkSum(bytes), 4], [data.length, 4],
      [bytes.length, 4], [spelt.length, 2], [0, 2]];
    const local = head([0x04034b50, 4], ...facts);
    parts.push(local, spelt, data);
    list.push(head([0x02014b50, 4], [20, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), spelt);
    at += local.length + spelt.length + data.length;
  }
  const size = list.reduce((sum, part) => sum + part.length, 0);
  return new Blob([...parts, ...list, head([0x06054b50, 4], [0, 4], [files.length, 2], [files.length, 2], [size, 4],
    [at, 4], [0, 2])], { type: "application/zip" });
}

// The archive for a game: the files that `footrace recommend --take` writes.
async function takenHome(pathfinder, program, width, height, areas) {
  const { header, blocks, places } = JSON.parse(new TextDecoder()
    .decode(await unpack(document.getElementById("library").textContent)));
  const library = places[pathfinder].map((place) => blocks[place]).join("\n\n");
  const text = (name, contents) => [`footrace/${name}`, new TextEncoder().encode(contents)];
  const [, start] = text("", `P5\n${width} ${height}\n255\n`), room = new Uint8Array(start.length + areas.length);
  room.set(start);
  room.set(areas, start.length);
  return zipped([text("footrace.h", header), text("footrace.c", library), text("main.c", program),
    ["footrace/room.pgm", room]]);
}

function chunk(kind, data) {
  const bytes = new Uint8Array(12 + data.length), view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(kind), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, checkSum(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

// The room as an indexed PNG whose indices are its areas.
async function maskPng(width, height, areas) {
  const most = areas.reduce((high, area) => Math.max(high, area), 1);
  const header = new DataView(new ArrayBuffer(13)), palette = new Uint8Array(3 * (most + 1));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint32(8, 0x08030000);
  for (let area = 1; area <= most; area++)
    palette.set(areaColour(area, [255, 255, 255]).map(Math.round), 3 * area);
  const rows = new Uint8Array(height * (width + 1));
  for (let y = 0; y < height; y++)
    rows.set(areas.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const pixels = await deflated(rows, "deflate");
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);
  return new Blob([signature, chunk("IHDR", new Uint8Array(header.buffer)), chunk("PLTE", palette),
    chunk("IDAT", pixels), chunk("IEND", new Uint8Array(0))], { type: "image/png" });
}

// The room with its paths, and a legend below it.
function sharePicture(view, draw, lines) {
  const width = Math.min(1600, Math.max(800, view.width)), scale = width / view.width;
  const row = 30, foot = 24 + row * lines.length;
  const canvas = Object.assign(document.createElement("canvas"),
    { width, height: Math.round(view.height * scale) + foot });
  const large = Object.assign(new View(canvas), { background: view.background, width: view.width,
    height: view.height, scale, dense: Math.max(1, width / 1000) });
  const { context } = large, black = dark.matches ? "#e8eaf0" : "#1d2129";
  context.fillStyle = dark.matches ? "#171a21" : "#ffffff";
  context.fillRect(0, 0, width, canvas.height);
  context.drawImage(view.background, 0, 0, width, canvas.height - foot);
  draw(large);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.textBaseline = "middle";
  lines.forEach(({ colour, text }, i) => {
    const y = canvas.height - foot + 12 + row * (i + .5);
    context.fillStyle = ink(colour);
    context.beginPath();
    context.arc(28, y, 7, 0, 7);
    context.fill();
    context.fillStyle = black;
    context.font = "17px system-ui, sans-serif";
    context.fillText(text, 46, y);
  });
  context.textAlign = "right";
  context.font = "600 17px system-ui, sans-serif";
  context.fillText("Footrace", width - 24, canvas.height - foot + 12 + row / 2);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
