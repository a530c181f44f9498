// Draws the room and the figures in it: the background once and where it changes, the figures each time.

const GROUND = { // wall, edge of a wall's shadow, floor, shadow on it
  light: { wall: [67, 75, 90], lip: [88, 97, 114], floor: [247, 243, 235], shade: [226, 219, 206] },
  dark: { wall: [15, 18, 24], lip: [34, 39, 49], floor: [49, 56, 68], shade: [40, 46, 57] },
};
const SHADOW = 7; // pixels below a wall
const AREA_HUES = [210, 28, 140, 330, 265, 75, 180, 0];

const dark = matchMedia("(prefers-color-scheme: dark)");

// A back end's colour, light enough for a dark page.
function ink(colour) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const light = (.3 * parts[0] + .6 * parts[1] + .1 * parts[2]) / 255;
  if (!dark.matches || light > .42) return colour;
  const mix = (.5 - light) / (1 - light);
  return `rgb(${parts.map((part) => Math.round(part + mix * (255 - part))).join(" ")})`;
}

function areaColour(area, floor) {
  if (area < 2 || area === 255) return floor;
  const hue = AREA_HUES[area % AREA_HUES.length] * Math.PI / 180;
  const tint = [Math.cos(hue), Math.cos(hue - 2.09), Math.cos(hue + 2.09)];
  return floor.map((part, i) => Math.max(0, Math.min(255, part + tint[i] * 24 - 6)));
}

class View {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.background = document.createElement("canvas");
    this.scale = 1;
    this.left = this.top = 0;
  }

  setRoom({ width, height }, areas, closed) {
    Object.assign(this, { width, height, areas, closed });
    this.background.width = width;
    this.background.height = height;
    this.canvas.style.aspectRatio = `${width} / ${height}`;
    this.canvas.style.setProperty("--ratio", width / height);
    this.paintGround([0, 0, width, height]);
    this.fit();
  }

  isFloor(x, y) {
    const area = this.areas[y * this.width + x];
    return area > 0 && !this.closed.has(area);
  }

  // Paints a box of the background again, with the shadows of its walls.
  paintGround([left, top, right, bottom]) {
    const { width, height, areas, closed } = this, colours = GROUND[dark.matches ? "dark" : "light"];
    const below = Math.min(height, bottom + SHADOW), pixels = new ImageData(right - left, below - top);
    const data = new Uint32Array(pixels.data.buffer);
    const pack = ([r, g, b]) => (255 << 24 | b << 16 | g << 8 | r) >>> 0;
    const wall = pack(colours.wall), lip = pack(colours.lip), floors = [], shades = [];
    for (let area = 0; area < 256; area++) {
      const open = area > 0 && !closed.has(area);
      floors[area] = open ? pack(areaColour(area, colours.floor)) :
        area ? pack(areaColour(area, colours.lip)) : wall;
      shades[area] = open ? pack(areaColour(area, colours.shade)) : floors[area];
    }
    for (let x = left; x < right; x++) {
      let lit = SHADOW; // floor above this pixel, as far as a shadow goes
      for (let y = Math.max(0, top - SHADOW); y < below; y++) {
        const area = areas[y * width + x], solid = area === 0 || closed.has(area);
        const under = y + 1 < height && solid && this.isFloor(x, y + 1);
        if (y >= top)
          data[(y - top) * (right - left) + x - left] =
            solid ? under && area === 0 ? lip : floors[area] : lit < SHADOW ? shades[area] : floors[area];
        lit = solid ? 0 : lit + 1;
      }
    }
    this.background.getContext("2d").putImageData(pixels, left, top);
  }

  fit() {
    const box = this.canvas.getBoundingClientRect(), dense = Math.min(devicePixelRatio || 1, 3);
    this.canvas.width = Math.max(1, Math.round(box.width * dense));
    this.canvas.height = Math.max(1, Math.round(box.height * dense));
    this.scale = this.canvas.width / this.width;
    this.dense = dense;
  }

  // Where in the room a pointer is, in pixels.
  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [(event.clientX - box.left) * this.width / box.width,
      (event.clientY - box.top) * this.height / box.height];
  }

  drawGround() {
    const { context, canvas } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.imageSmoothingEnabled = this.scale < 1;
    context.imageSmoothingQuality = "high";
    context.drawImage(this.background, 0, 0, canvas.width, canvas.height);
  }

  line(path, width, colour) {
    const { context, scale } = this;
    context.beginPath();
    for (let i = 0; i < path.length; i += 2)
      context.lineTo(path[i] / 2 * scale, path[i + 1] / 2 * scale);
    context.lineWidth = width * this.dense;
    context.strokeStyle = colour;
    context.lineJoin = context.lineCap = "round";
    context.stroke();
  }

  // The first path is drawn last. A path that coincides with an earlier one is wider, so that both are visible.
  drawPaths(paths) {
    const rim = dark.matches ? "rgb(16 19 25 / .8)" : "rgb(255 255 255 / .85)", legs = new Map();
    const widths = paths.map(({ path }) => {
      let under = 0;
      const own = [];
      for (let i = 0; i + 3 < path.length; i += 2) {
        const leg = path.subarray(i, i + 4).join();
        under = Math.max(under, legs.get(leg) ?? 0);
        own.push(leg);
      }
      own.forEach((leg) => legs.set(leg, under + 1));
      return 3 + Math.min(under, 5) * 4;
    });
    for (let i = paths.length - 1; i >= 0; i--) {
      this.line(paths[i].path, widths[i] + 2, rim);
      this.line(paths[i].path, widths[i], ink(paths[i].colour));
    }
  }

  drawObstacle([x, y, width, height]) {
    const { context, scale } = this;
    context.fillStyle = dark.matches ? "#8a5a2b" : "#a9713a";
    context.strokeStyle = dark.matches ? "#d9a066" : "#5d3a17";
    context.lineWidth = 2 * this.dense;
    context.beginPath();
    context.roundRect(x * scale, y * scale, width * scale, height * scale, 3 * this.dense);
    context.fill();
    context.stroke();
  }

  // The figure stands with its feet on the spot.
  drawFigure(x, y) {
    const { context, scale, dense } = this, u = dense * 1.25;
    context.save();
    context.translate((x + .5) * scale, (y + .5) * scale);
    context.fillStyle = "rgb(0 0 0 / .28)";
    context.beginPath();
    context.ellipse(0, 0, 7 * u, 3 * u, 0, 0, 7);
    context.fill();
    context.fillStyle = "#e4572e";
    context.strokeStyle = "#fff";
    context.lineWidth = 1.5 * u;
    context.beginPath();
    context.moveTo(-5 * u, 0);
    context.bezierCurveTo(-6 * u, -14 * u, 6 * u, -14 * u, 5 * u, 0);
    context.closePath();
    context.stroke();
    context.fill();
    context.beginPath();
    context.arc(0, -14 * u, 4.4 * u, 0, 7);
    context.stroke();
    context.fill();
    context.restore();
  }

  drawGoal(x, y, reached) {
    const { context, scale, dense } = this;
    context.save();
    context.translate((x + .5) * scale, (y + .5) * scale);
    for (const [width, colour] of [[5, dark.matches ? "#10131a" : "#fff"], [2.2, reached ? "#e4572e" : "#888"]]) {
      context.lineWidth = width * dense;
      context.strokeStyle = colour;
      context.beginPath();
      context.arc(0, 0, 8 * dense, 0, 7);
      context.moveTo(0, -3 * dense);
      context.lineTo(0, 3 * dense);
      context.moveTo(-3 * dense, 0);
      context.lineTo(3 * dense, 0);
      context.stroke();
    }
    context.restore();
  }

  drawBrush([x, y], radius, wall) {
    const { context, scale, dense } = this;
    context.beginPath();
    context.arc(x * scale, y * scale, radius * scale, 0, 7);
    context.lineWidth = 2 * dense;
    context.strokeStyle = wall ? "#e4572e" : "#3a9d5d";
    context.stroke();
  }
}
