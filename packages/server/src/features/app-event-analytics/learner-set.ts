/**
 * A set of learners by their numbers: learner n is bit n mod 8 of byte n ÷ 8.
 *
 * Exact, joined with others in no time, and small as long as numbers are given out without large
 * gaps: ten thousand learners are 1.25 KB.
 */
export interface LearnerSet {
  bytes: Uint8Array;
}

const LENGTH_MIN = 64;

/** Bits that are set, by value of a byte. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => {
  let ones = 0;
  for (let rest = byte; rest > 0; rest >>= 1) ones += rest & 1;
  return ones;
});

export function learnerSet(bytes: Uint8Array = new Uint8Array()): LearnerSet {
  return { bytes };
}

/** Puts a learner in. @returns whether the learner was not in it before */
export function addLearner(set: LearnerSet, learner: number): boolean {
  const place = Math.floor(learner / 8);
  const bit = 1 << (learner % 8);
  if (place >= set.bytes.length) set.bytes = lengthened(set.bytes, place + 1);
  const held = set.bytes[place] ?? 0;
  if ((held & bit) !== 0) return false;
  set.bytes[place] = held | bit;
  return true;
}

export function hasLearner({ bytes }: LearnerSet, learner: number): boolean {
  return ((bytes[Math.floor(learner / 8)] ?? 0) & (1 << (learner % 8))) !== 0;
}

export function countLearners({ bytes }: LearnerSet): number {
  let count = 0;
  for (let place = 0; place < bytes.length; place += 1) count += ONES[bytes[place] ?? 0] ?? 0;
  return count;
}

/** Those who are in any of the sets. */
export function joined(sets: readonly LearnerSet[]): LearnerSet {
  const bytes = new Uint8Array(Math.max(0, ...sets.map((set) => set.bytes.length)));
  for (const set of sets) {
    for (let place = 0; place < set.bytes.length; place += 1) {
      bytes[place] = (bytes[place] ?? 0) | (set.bytes[place] ?? 0);
    }
  }
  return { bytes };
}

/** The bytes up to the last learner, to be kept. */
export function trimmedBytes({ bytes }: LearnerSet): Uint8Array {
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
}

function lengthened(bytes: Uint8Array, atLeast: number): Uint8Array {
  const longer = new Uint8Array(Math.max(LENGTH_MIN, atLeast, 2 * bytes.length));
  longer.set(bytes);
  return longer;
}
