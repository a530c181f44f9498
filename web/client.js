// An engine in its own worker. A query that takes too long ends the worker: the caller starts another one.

const PATIENCE = 12000; // milliseconds

const letters = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

async function unpack(text) {
  const stream = new Blob([letters(text)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

class Engine {
  static wasm = unpack(document.getElementById("engine").textContent);
  static source = new Blob([document.getElementById("worker").textContent], { type: "text/javascript" });

  constructor(name) {
    this.waiting = new Map();
    this.count = 0;
    const address = URL.createObjectURL(Engine.source);
    this.worker = new Worker(address);
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.end(event.message || "the worker failed");
    this.ready = Engine.wasm.then((wasm) => this.ask("start", { wasm, name }))
      .finally(() => URL.revokeObjectURL(address));
  }

  // The answer, or an error with a sentence; error.ended if the engine is gone.
  ask(what, values = {}, patience = PATIENCE) {
    return new Promise((done, fail) => {
      if (!this.worker) return fail(Object.assign(new Error("ended"), { ended: true }));
      const id = ++this.count;
      const timer = setTimeout(() => this.end("the call took too long"), patience);
      this.waiting.set(id, { done, fail, timer });
      this.worker.postMessage({ id, ask: what, ...values });
    });
  }

  hear({ id, error, ...answer }) {
    const { done, fail, timer } = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(timer);
    if (error) fail(new Error(error));
    else done(answer);
  }

  end(why = "ended") {
    this.worker?.terminate();
    this.worker = null;
    for (const { fail, timer } of this.waiting.values()) {
      clearTimeout(timer);
      fail(Object.assign(new Error(why), { ended: true }));
    }
    this.waiting.clear();
  }
}
