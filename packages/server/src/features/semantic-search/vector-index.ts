/** How near a word lies to what was asked for. */
export interface Neighbour {
  readonly wordId: string;
  /** Cosine, -1 to 1. */
  readonly closeness: number;
}

const LEVELS = 127;
/** So many multiplications take about two milliseconds; then others get their turn. */
const WORK_AT_ONCE = 2_000_000;
const CAPACITY_FIRST = 1_024;

/** Vectors of words in memory, a byte a number: a quarter of the room, exact to about 1 %. */
export interface VectorIndex {
  readonly size: number;
  /** Adds a vector of length one, or puts it in the place of the word's old one. */
  put(wordId: string, vector: Float32Array): void;
  /** The nearest words, nearest first; none when the query has another number of dimensions. */
  nearest(query: Float32Array, most: number): Promise<Neighbour[]>;
}

/** The first vector decides the number of dimensions; vectors with another are passed over. */
export function createVectorIndex(): VectorIndex {
  const slots = new Map<string, number>();
  const wordIds: string[] = [];
  let dimensions = 0;
  let numbers = new Int8Array(0);
  let scales = new Float32Array(0);

  const makeRoom = () => {
    if (wordIds.length < scales.length) return;
    const capacity = Math.max(CAPACITY_FIRST, scales.length * 2);
    numbers = grown(new Int8Array(capacity * dimensions), numbers);
    scales = grown(new Float32Array(capacity), scales);
  };
  const closenessOf = (slot: number, query: Float32Array): number => {
    const start = slot * dimensions;
    let sum = 0;
    for (let at = 0; at < dimensions; at += 1) {
      sum += (numbers[start + at] ?? 0) * (query[at] ?? 0);
    }
    return sum * (scales[slot] ?? 0);
  };

  return {
    get size() {
      return wordIds.length;
    },
    put(wordId, vector) {
      dimensions ||= vector.length;
      if (vector.length !== dimensions) return;
      const known = slots.get(wordId);
      if (known === undefined) makeRoom();
      const slot = known ?? wordIds.push(wordId) - 1;
      slots.set(wordId, slot);
      const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      scales[slot] = largest / LEVELS;
      const bytes = vector.map((value) => Math.round((value / (largest || 1)) * LEVELS));
      numbers.set(bytes, slot * dimensions);
    },
    async nearest(query, most) {
      if (query.length !== dimensions) return [];
      const best = createBest(most);
      const step = Math.max(1, Math.floor(WORK_AT_ONCE / dimensions));
      for (let from = 0; from < wordIds.length; from += step) {
        const end = Math.min(wordIds.length, from + step);
        for (let slot = from; slot < end; slot += 1) best.offer(slot, closenessOf(slot, query));
        if (end < wordIds.length) await new Promise<void>((resolve) => setImmediate(resolve));
      }
      return best.list().map(([slot, closeness]) => ({ wordId: wordIds[slot] ?? "", closeness }));
    },
  };
}

function grown<A extends Int8Array | Float32Array>(larger: A, old: A): A {
  larger.set(old);
  return larger;
}

/** Keeps the highest few of many values. */
function createBest(most: number) {
  const kept: (readonly [slot: number, value: number])[] = [];
  return {
    offer(slot: number, value: number) {
      if (kept.length >= most && value <= (kept.at(-1)?.[1] ?? 0)) return;
      const place = kept.findIndex(([, other]) => other < value);
      kept.splice(place === -1 ? kept.length : place, 0, [slot, value]);
      if (kept.length > most) kept.pop();
    },
    list: () => kept,
  };
}

/** A vector as it is stored: 32-bit floats, little endian. */
export function toBlob(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

export function fromBlob(blob: Uint8Array): Float32Array {
  // Copied, because a driver may hand out bytes that do not start where a float may.
  return new Float32Array(Uint8Array.from(blob).buffer);
}

export function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
