// Replays two searches side by side: the same number of expansions a second for both.

const FEW = 20000; // expansions that are drawn as dots; more of them as pixels

class Search {
  constructor(view, caption) {
    this.view = view;
    this.caption = caption;
    this.heat = document.createElement("canvas");
  }

  take(racer, { expanded, found }) {
    Object.assign(this, { racer, expanded, found, count: expanded.length / 2, shown: 0 });
    this.heat.width = this.view.width;
    this.heat.height = this.view.height;
    this.pixels = this.count > FEW ? new ImageData(this.view.width, this.view.height) : null;
  }

  // From the first expansion to the last: light to full colour.
  colour(i) {
    const part = i / this.count, tone = dark.matches ? [[255, 226, 150], [214, 60, 60]] :
      [[255, 205, 92], [190, 40, 60]];
    return tone[0].map((from, k) => Math.round(from + part * (tone[1][k] - from)));
  }

  showUpTo(end) {
    const { expanded, pixels, heat } = this, context = heat.getContext("2d");
    if (end < this.shown) {
      this.shown = 0;
      context.clearRect(0, 0, heat.width, heat.height);
      pixels?.data.fill(0);
    }
    const words = pixels && new Uint32Array(pixels.data.buffer), size = Math.max(1, heat.width / (this.count < 2000 ? 220 : 500));
    for (let i = this.shown; i < end; i++) {
      const x = expanded[2 * i] / 2, y = expanded[2 * i + 1] / 2, [red, green, blue] = this.colour(i);
      if (words) {
        words[Math.floor(y) * heat.width + Math.floor(x)] =
          (215 << 24 | blue << 16 | green << 8 | red) >>> 0;
      } else {
        context.fillStyle = `rgb(${red} ${green} ${blue})`;
        context.fillRect(x - size, y - size, 2 * size, 2 * size);
      }
    }
    if (pixels) context.putImageData(pixels, 0, 0);
    this.shown = end;
    this.draw();
  }

  draw() {
    const { view, heat, found } = this, done = this.shown >= this.count, [sx, sy, gx, gy] = found.ends;
    view.drawGround();
    view.context.drawImage(heat, 0, 0, view.canvas.width, view.canvas.height);
    if (state.obstacle) view.drawObstacle(state.obstacle);
    if (done && found.path.length)
      view.drawWalks([{ path: found.path, colour: state.racers[this.racer].colour }]);
    view.drawGoal(gx, gy, found.outcome === "found");
    view.drawFigure(sx, sy);
    const { name } = state.racers[this.racer];
    this.caption.textContent = `${name}: ${this.shown.toLocaleString("en")} of ` +
      `${this.count.toLocaleString("en")} expanded`;
  }
}

class Player {
  constructor() {
    this.second = new View($("view2"));
    this.searches = [new Search(view, $("caption")), new Search(this.second, $("caption2"))];
    this.at = 0;
    this.playing = true;
  }

  get most() {
    return Math.max(1, ...this.searches.map(({ count }) => count ?? 0));
  }

  async load(side, racer) {
    const here = visit;
    $("state").textContent = `Searching again with ${state.racers[racer].name} \u2026`;
    const reply = await live.ask("trace", { racer, start: state.start, goal: state.goal });
    if (here !== visit || player !== this) return;
    $("state").textContent = "";
    if (reply.failure) return say(`${state.racers[racer].name} ${reply.failure}.`);
    this.searches[side].take(racer, reply);
    this.seek(0);
    this.play(true);
  }

  resize() {
    this.second.fit();
    this.searches.filter(({ found }) => found).forEach((search) => search.draw());
  }

  seek(at) {
    this.at = clamp(at, 0, this.most);
    for (const search of this.searches)
      if (search.found) search.showUpTo(Math.min(search.count, Math.floor(this.at)));
    $("at").value = 1000 * this.at / this.most;
  }

  play(on) {
    this.playing = on;
    $("play").textContent = on ? "Pause" : "Play";
    if (!on) return;
    if (this.at >= this.most) this.seek(0);
    let before = performance.now();
    cancelAnimationFrame(this.frame);
    const next = (now) => {
      if (!this.playing || player !== this) return;
      const speed = 10 ** (1 + $("speed").value / 20); // expansions a second
      this.seek(this.at + Math.max(0, now - before) / 1000 * speed);
      before = now;
      if (this.at >= this.most) this.play(false);
      else this.frame = requestAnimationFrame(next);
    };
    this.frame = requestAnimationFrame(next);
  }
}

let player = null;

async function openPlayer() {
  if (!state.room || player) return;
  const telling = state.racers.map((_, racer) => racer).filter((racer) => state.racers[racer].tells);
  const chosen = table.order().filter((racer) => telling.includes(racer));
  const others = ["astar", "jps"].map((name) => state.racers.findIndex((racer) => racer.name === name));
  const [left, right] = [...new Set([...chosen.slice(0, 1), ...others, ...chosen])];
  player = new Player();
  player.second.setRoom(state.room, state.areas, state.closed);
  $("second").hidden = $("caption").hidden = $("player").hidden = false;
  $("tools").hidden = true;
  $("views").classList.add("two");
  player.resize();
  for (const [side, select, racer] of [[0, $("left"), left], [1, $("right"), right]]) {
    select.replaceChildren(...telling.map((one) => new Option(state.racers[one].name, one)));
    select.value = racer;
    select.onchange = () => load(side, Number(select.value));
    await load(side, racer);
  }
}

async function load(side, racer) {
  try {
    await player?.load(side, racer);
  } catch (error) {
    if (!error.ended) return say(clean(error.message));
    closePlayer();
    await recover(error.message);
  }
}

function closePlayer() {
  if (!player) return;
  player = null;
  $("second").hidden = $("caption").hidden = $("player").hidden = true;
  $("tools").hidden = false;
  $("views").classList.remove("two");
  view.fit();
  draw();
}
