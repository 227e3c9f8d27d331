// Runs the engine beside the page, one request after the other.

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(count: number) => number} allocate
 * @property {(address: number, count: number) => number} open
 * @property {(address: number, count: number) => number} ask
 * @property {() => number} resultAddress
 * @property {() => number} resultCount
 * @property {(index: number) => number} column
 */
/**
 * @typedef {{id: number, start?: string, open?: Blob, ask?: object,
 *   as?: "json"|"text"|"overview"}} Message
 */

/** @type {Exports|null} */
let engine = null;

/** The question that is being answered, and when its progress was reported last. */
let [asked, reported] = [0, 0];

/** The number of bytes of the trace that is open. */
let size = 0;

/** The functions that the engine calls. */
const page = {
  /** @param {number} read the number of bytes read for the question so far */
  progress(read) {
    const now = performance.now();
    if (now - reported < 100) return;
    reported = now;
    postMessage({ id: asked, read: read >>> 0, size });
  },
};

/** A trace of more bytes than this does not fit beside its columns. */
const mostBytes = 0x7fff0000;

/** @param {string} text Base64 */
function decoded(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/**
 * The bytes of a blob, or of what was compressed into it.
 * @param {Blob} blob
 */
async function unzipped(blob) {
  const start = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const isZipped = start[0] === 0x1f && start[1] === 0x8b;
  return isZipped ? blob.stream().pipeThrough(new DecompressionStream("gzip")) : blob.stream();
}

/**
 * The pieces of a stream and how many bytes they have.
 * @param {ReadableStream<Uint8Array>} stream
 */
async function collected(stream) {
  const pieces = [];
  let count = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value);
    count += next.value.length;
    if (count > mostBytes) throw new Refusal("the trace has more than 2 GB");
  }
  return { pieces, count };
}

/** What is wrong with a request, without anything being wrong with the engine. */
class Refusal extends Error {}

/**
 * Copies pieces into the engine's memory.
 * @param {Exports} engine
 * @param {Uint8Array[]} pieces
 * @param {number} count
 */
function placed(engine, pieces, count) {
  const address = engine.allocate(count) >>> 0;
  if (address === 0 && count > 0) throw new Refusal("there is not enough memory for it");
  let end = address;
  for (const piece of pieces) {
    new Uint8Array(engine.memory.buffer, end, piece.length).set(piece);
    end += piece.length;
  }
  return address;
}

/** @param {Exports} engine */
function result(engine) {
  const [address, count] = [engine.resultAddress() >>> 0, engine.resultCount() >>> 0];
  return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, address, count));
}

/**
 * The columns of the overview that was just asked for.
 * @param {Exports} engine
 * @param {{count: number, spans: number, bars: number}} overview
 */
function columns(engine, { count, spans, bars }) {
  // The memory may move when a column is made: its address comes first.
  const small = (/** @type {number} */ index, /** @type {number} */ length) => {
    const address = engine.column(index) >>> 0;
    return new Int32Array(engine.memory.buffer, address, length).slice();
  };
  const wide = (/** @type {number} */ index, /** @type {number} */ length) => {
    const address = engine.column(index) >>> 0;
    return Float64Array.from(new BigInt64Array(engine.memory.buffer, address, length), Number);
  };
  return {
    seq: wide(0, count), at: wide(1, count), party: small(2, count), name: small(3, count),
    cause: small(4, count), digest: small(5, count), spans: small(6, spans * 2),
    bars: wide(7, bars * 7),
  };
}

/**
 * @param {Message} message
 * @returns {Promise<{status: number, answer: any, columns?: ReturnType<typeof columns>}>}
 */
async function answer(message) {
  if (message.start !== undefined) {
    const { pieces } = await collected(await unzipped(new Blob([decoded(message.start)])));
    const module = await new Blob(pieces).arrayBuffer();
    const { instance } = await WebAssembly.instantiate(module, { page });
    engine = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    return { status: 0, answer: null };
  }
  if (!engine) throw new Error("the engine is not there");
  if (message.open) {
    const { pieces, count } = await collected(await unzipped(message.open));
    size = count;
    const status = engine.open(placed(engine, pieces, count), count);
    return { status, answer: status === 0 ? null : JSON.parse(result(engine)) };
  }
  const request = new TextEncoder().encode(JSON.stringify(message.ask));
  const status = engine.ask(placed(engine, [request], request.length), request.length);
  const text = result(engine);
  if (status === 0 && message.as === "text") return { status, answer: text };
  const found = JSON.parse(text);
  if (status !== 0 || message.as !== "overview") return { status, answer: found };
  return { status, answer: found, columns: columns(engine, found) };
}

/**
 * Everything that came before is done.
 * @type {Promise<void>}
 */
let done = Promise.resolve();

onmessage = (event) => {
  const message = /** @type {Message} */ (event.data);
  done = done.then(async () => {
    [asked, reported] = [message.id, performance.now()];
    try {
      const reply = await answer(message);
      const moved = reply.columns ? Object.values(reply.columns).map((each) => each.buffer) : [];
      postMessage({ id: message.id, ...reply }, { transfer: moved });
    } catch (error) {
      const isRefused = error instanceof Refusal || error instanceof TypeError;
      const text = error instanceof Error ? error.message : String(error);
      postMessage({ id: message.id, [isRefused ? "refused" : "stopped"]: text });
    }
  });
};
