/** A word and its similarity to the query. */
export interface Neighbor {
  readonly wordId: string;
  /** Cosine, -1 to 1. */
  readonly closeness: number;
}

const QUANTISATION_MAX = 127;
/** Multiplications between two yields to the event loop: about two milliseconds. */
const MULTIPLICATIONS_PER_TURN = 2_000_000;
const CAPACITY_FIRST = 1_024;

/**
 * Vectors of words in memory, one byte per dimension: a quarter of the size, exact to about 1 %.
 */
export interface VectorIndex {
  readonly size: number;
  /** Adds or replaces a word's vector, which must have length one. */
  put(wordId: string, vector: Float32Array): void;
  /** The nearest words, nearest first. Empty if the query has another number of dimensions. */
  nearest(query: Float32Array, limit: number): Promise<Neighbor[]>;
}

/**
 * The first vector determines the number of dimensions. Vectors with another number are ignored.
 */
export function createVectorIndex(): VectorIndex {
  const slots = new Map<string, number>();
  const wordIds: string[] = [];
  let dimensions = 0;
  let values = new Int8Array(0);
  let scales = new Float32Array(0);

  const growIfFull = () => {
    if (wordIds.length < scales.length) return;
    const capacity = Math.max(CAPACITY_FIRST, scales.length * 2);
    values = grown(new Int8Array(capacity * dimensions), values);
    scales = grown(new Float32Array(capacity), scales);
  };
  const closenessOf = (slot: number, query: Float32Array): number => {
    const start = slot * dimensions;
    let sum = 0;
    for (let index = 0; index < dimensions; index += 1) {
      sum += (values[start + index] ?? 0) * (query[index] ?? 0);
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
      if (known === undefined) growIfFull();
      const slot = known ?? wordIds.push(wordId) - 1;
      slots.set(wordId, slot);
      const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      scales[slot] = largest / QUANTISATION_MAX;
      const bytes = vector.map((value) => Math.round((value / (largest || 1)) * QUANTISATION_MAX));
      values.set(bytes, slot * dimensions);
    },
    async nearest(query, limit) {
      if (query.length !== dimensions) return [];
      const best = createBest(limit);
      const step = Math.max(1, Math.floor(MULTIPLICATIONS_PER_TURN / dimensions));
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
function createBest(limit: number) {
  const kept: (readonly [slot: number, value: number])[] = [];
  return {
    offer(slot: number, value: number) {
      if (kept.length >= limit && value <= (kept.at(-1)?.[1] ?? 0)) return;
      const index = kept.findIndex(([, other]) => other < value);
      kept.splice(index === -1 ? kept.length : index, 0, [slot, value]);
      if (kept.length > limit) kept.pop();
    },
    list: () => kept,
  };
}

/** A vector in its stored form: 32-bit floats, little endian. */
export function toBlob(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

export function fromBlob(blob: Uint8Array): Float32Array {
  // Copied, because a driver may return bytes that are not aligned for floats.
  return new Float32Array(Uint8Array.from(blob).buffer);
}

export function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
