/**
 * A set of learners by their numbers: learner n is bit n mod 8 of byte n ÷ 8.
 *
 * It is exact, quick to unite with others, and small unless the numbers have large gaps: ten
 * thousand learners take 1.25 KB.
 */
export interface LearnerSet {
  bytes: Uint8Array;
}

const LENGTH_MIN = 64;

/** Number of set bits by byte value. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => {
  let ones = 0;
  for (let rest = byte; rest > 0; rest >>= 1) ones += rest & 1;
  return ones;
});

export function learnerSet(bytes: Uint8Array = new Uint8Array()): LearnerSet {
  return { bytes };
}

/** Adds a learner. @returns whether the learner is new in the set */
export function addLearner(set: LearnerSet, learner: number): boolean {
  const index = Math.floor(learner / 8);
  const bit = 1 << (learner % 8);
  if (index >= set.bytes.length) set.bytes = lengthened(set.bytes, index + 1);
  const byte = set.bytes[index] ?? 0;
  if ((byte & bit) !== 0) return false;
  set.bytes[index] = byte | bit;
  return true;
}

export function hasLearner({ bytes }: LearnerSet, learner: number): boolean {
  return ((bytes[Math.floor(learner / 8)] ?? 0) & (1 << (learner % 8))) !== 0;
}

export function countLearners({ bytes }: LearnerSet): number {
  let count = 0;
  for (let index = 0; index < bytes.length; index += 1) count += ONES[bytes[index] ?? 0] ?? 0;
  return count;
}

/** The union of the sets. */
export function uniteSets(sets: readonly LearnerSet[]): LearnerSet {
  const bytes = new Uint8Array(Math.max(0, ...sets.map((set) => set.bytes.length)));
  for (const set of sets) {
    for (let index = 0; index < set.bytes.length; index += 1) {
      bytes[index] = (bytes[index] ?? 0) | (set.bytes[index] ?? 0);
    }
  }
  return { bytes };
}

/** The learners who are in both sets. */
export function commonSet(one: LearnerSet, other: LearnerSet): LearnerSet {
  return { bytes: one.bytes.map((byte, index) => byte & (other.bytes[index] ?? 0)) };
}

/** The bytes up to the last learner, for storing. */
export function trimmedBytes({ bytes }: LearnerSet): Uint8Array {
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
}

function lengthened(bytes: Uint8Array, atLeast: number): Uint8Array {
  const longer = new Uint8Array(Math.max(LENGTH_MIN, atLeast, 2 * bytes.length));
  longer.set(bytes);
  return longer;
}
