/** How well one learner remembers. */
export interface Kind {
  readonly name: string;
  /** Days after which a word recalled once is recalled again with a chance of 90 %. */
  readonly firstDays: number;
  /** Factor by which each right answer after a night lengthens these days. */
  readonly growth: number;
  /** Chance to recognize a word just met. */
  readonly heard: number;
  /** Days without study, counted from 0. */
  readonly away: readonly [from: number, to: number];
  /** Whether the learner comes through the first run; the others have an account and a book. */
  readonly isNewcomer: boolean;
}

export const kinds: readonly Kind[] = [
  {
    name: "quick forgetter",
    firstDays: 0.6,
    growth: 1.5,
    heard: 0.8,
    away: [16, 22],
    isNewcomer: false,
  },
  { name: "average", firstDays: 2, growth: 2, heard: 0.9, away: [12, 14], isNewcomer: true },
  { name: "strong", firstDays: 5, growth: 2.6, heard: 0.97, away: [20, 20], isNewcomer: false },
];

interface Trace {
  days: number;
  at: number;
}

/**
 * A learner's own memory of words: the power forgetting curve of FSRS (recall falls to 90 % after
 * `days`), without anything the engine knows. The same draws for the same seed.
 */
export function createMemory(kind: Kind, seed: number) {
  const traces = new Map<string, Trace>();
  const draw = drawer(seed);
  return {
    /** @param day time of the question in days */
    answer(text: string, day: number): boolean {
      const trace = traces.get(text);
      const chance = trace === undefined ? kind.heard : recall(day - trace.at, trace.days);
      const isRight = draw() < chance;
      const rested = trace === undefined ? 0 : Math.min(1, day - trace.at);
      const before = trace?.days ?? kind.firstDays;
      const days = isRight ? before * (1 + (kind.growth - 1) * rested) : Math.max(0.3, before / 2);
      traces.set(text, { days, at: day });
      return isRight;
    },
  };
}

const recall = (pause: number, days: number): number => (1 + (19 / 81) * (pause / days)) ** -0.5;

/** Numbers from 0 to 1 (mulberry32). */
function drawer(seed: number): () => number {
  let state = seed;
  return () => {
    state = Math.trunc(state + 0x6d_2b_79_f5);
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
