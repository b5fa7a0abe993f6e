import type { LearnerState } from "./learner-state/learner-types.ts";
import type { HeadSet, HeadState } from "./memory/correction-head.ts";
import { keptTraces } from "./memory/mode-traces.ts";
import type { ModeTraces } from "./memory/packed-traces.ts";
import type { WordMemory } from "./memory/word-memory.ts";

/**
 * A stored state, or what an earlier version stored, as the state of today.
 *
 * Schema 1 knew nothing of answers after a night, neither in a word's memory nor as a signal of the
 * head. Traces of question modes were once kept as they are, and not packed. Whatever is already
 * as it is written today comes back as it is.
 */
export function upgradeMemory(stored: StoredMemory): WordMemory {
  if (stored.schema === 1) return upgradeMemory({ ...stored, schema: 2, nightFailures: 0 });
  const { trace, traces } = stored;
  if (trace === null || traces === null || typeof traces === "string") return stored as WordMemory;
  return { ...stored, ...keptTraces(traces) };
}

/** The same for a learner: the head gets a signal that has not taught it anything yet. */
export function upgradeLearner(stored: StoredLearner): LearnerState {
  if (stored.schema === 2) return stored;
  return { ...stored, schema: 2, head: withNightSignal(stored.head) };
}

/** A word's memory from the text it is stored as, by whatever version. */
export function memoryFromJson(text: string): WordMemory {
  return upgradeMemory(JSON.parse(text) as StoredMemory);
}

/** A learner's state from the text it is stored as, by whatever version. */
export function learnerFromJson(text: string): LearnerState {
  return upgradeLearner(JSON.parse(text) as StoredLearner);
}

/** Memories as any version wrote them. */
export type StoredMemory = MemoryOfSchema2 | MemoryOfSchema1;
/** Learners as any version wrote them. */
export type StoredLearner = LearnerState | LearnerOfSchema1;

type MemoryOfSchema2 = Omit<WordMemory, "traces"> & { traces: string | ModeTraces | null };
type MemoryOfSchema1 = Omit<MemoryOfSchema2, "schema" | "nightFailures"> & { schema: 1 };
type LearnerOfSchema1 = Omit<LearnerState, "schema"> & { schema: 1 };

/** Where the signal of nights stands among the signals. */
const NIGHT_SIGNAL = 10;
/** Slope and offset stand before the signals. */
const BEFORE_SIGNALS = 2;
const BINS = 8;

function withNightSignal(head: HeadState): HeadState {
  return { ...head, long: widened(head.long), short: widened(head.short) };
}

function widened({ shifts, spreads, bins }: HeadSet): HeadSet {
  const place = BEFORE_SIGNALS + NIGHT_SIGNAL;
  return {
    shifts: shifts.toSpliced(place, 0, 0),
    spreads: spreads.toSpliced(place, 0, 1),
    bins: bins.toSpliced(NIGHT_SIGNAL * BINS, 0, ...new Array<number>(BINS).fill(0)),
  };
}
