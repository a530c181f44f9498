// Other software on the reader's own room: PathFinding.js on detours of the race, in a separate worker. A
// page that was built without PathFinding.js has no button for it.

const GUEST_DETOURS = 9, GUEST_TIME = 60000; // milliseconds

class Guest {
  constructor(section) {
    this.section = section;
    this.button = section.querySelector("button");
    this.packed = document.getElementById("guest").textContent;
  }

  // The race to compare PathFinding.js with, and the racer to ship; null: none yet.
  offer(race, ship) {
    if (race === this.race && ship === this.ship) return;
    Object.assign(this, { race, ship });
    this.stop();
    this.section.hidden = !this.packed || !race || !ship;
    this.button.hidden = false;
    this.say("");
    this.button.onclick = () => this.run(race, ship);
  }

  stop() {
    clearTimeout(this.late);
    this.worker?.terminate();
  }

  say(sentence) { this.section.querySelector("span").textContent = sentence; }

  async run(race, ship) {
    const script = new Blob([await unpack(this.packed)], { type: "text/javascript" });
    if (race !== this.race || ship !== this.ship) return;
    const address = URL.createObjectURL(script);
    const count = Math.min(GUEST_DETOURS, race.optima.length), answers = [];
    this.button.hidden = true;
    this.say("PathFinding.js searches…");
    this.worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.late = setTimeout(() => this.end(race, ship, answers), GUEST_TIME);
    this.worker.onerror = () => this.end(race, ship, answers);
    this.worker.onmessage = ({ data }) => {
      answers.push(data);
      this.say(`PathFinding.js searches: ${answers.length} of ${count} detours…`);
      if (answers.length === count) this.end(race, ship, answers);
    };
    this.worker.postMessage({ areas: race.areas, width: race.room.width, height: race.room.height,
      disabled: race.disabled, queries: race.queries.slice(0, 4 * count) });
  }

  end(race, ship, answers) {
    this.stop();
    this.button.hidden = false;
    if (!answers.length) return this.say("PathFinding.js found no path here in time.");
    const own = race.clicks.get(race.racers.findIndex(({ name }) => name === ship)).slice(0, answers.length);
    const theirs = median(answers.map(({ took }) => took * 1e6)), ours = median(own.map(({ played }) => median(played)));
    const longer = answers.map(({ length }, i) => 100 * (length / race.optima[i] - 1)).filter(number);
    this.say(`PathFinding.js (A*, eight directions) takes ${micros(theirs / 1000)} for a detour, the median of ` +
      `${answers.length}; ${ship} takes ${micros(ours / 1000)} for the same clicks, and is ${plain(theirs / ours, 2)} times ` +
      `as fast. Its paths are ${plain(longer.reduce((sum, each) => sum + each, 0) / longer.length, 2)} % longer than the shortest.`);
  }
}
