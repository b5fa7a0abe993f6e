import { assumedPauses, type ShownPauses } from "./interval/shown-pauses.ts";
import type { LearnerState } from "./learner-state/learner-types.ts";
import type { HeadSet, HeadState } from "./memory/head-state.ts";
import { packModeTraces } from "./memory/mode-traces.ts";
import type { ModeTraces } from "./memory/packed-traces.ts";
import type { WordMemory } from "./memory/word-memory.ts";
import { DAY_MS } from "./numeric/durations.ts";

/**
 * Upgrades a stored word memory of any version to the current schema.
 *
 * Schema 1 lacked failures after a night, both in a word's memory and as a signal of the head.
 * Early versions of schema 2 stored the traces of question modes unpacked. A current state is
 * returned unchanged.
 */
export function upgradeMemory(stored: StoredMemory): WordMemory {
  if (stored.schema === 1) return upgradeMemory({ ...stored, schema: 2, nightFailures: 0 });
  const { trace, traces } = stored;
  if (trace === null || traces === null || typeof traces === "string") return stored as WordMemory;
  return { ...stored, ...packModeTraces(traces) };
}

/**
 * Upgrades a stored learner to the current schema.
 *
 * Schema 1 lacked a signal of the head, which gets its prior weight. Earlier versions kept no
 * evidence by pause; what a learner has shown is assumed from reviews and time.
 */
export function upgradeLearner(stored: StoredLearner): LearnerState {
  if (stored.schema === 1) {
    return upgradeLearner({ ...stored, schema: 2, head: withNightSignal(stored.head) });
  }
  const { pauses } = stored;
  return pauses === undefined ? { ...stored, pauses: pausesOf(stored) } : (stored as LearnerState);
}

function pausesOf({ fit, createdAtMs, lastAtMs }: LearnerOfSchema2): ShownPauses {
  return assumedPauses(fit.targets, ((lastAtMs ?? createdAtMs) - createdAtMs) / DAY_MS);
}

/** Parses a word memory stored by any version. */
export function memoryFromJson(text: string): WordMemory {
  return upgradeMemory(JSON.parse(text) as StoredMemory);
}

/** Parses a learner's state stored by any version. */
export function learnerFromJson(text: string): LearnerState {
  return upgradeLearner(JSON.parse(text) as StoredLearner);
}

/** A word memory as any version stored it. */
export type StoredMemory = MemoryOfSchema2 | MemoryOfSchema1;
/** A learner's state as any version stored it. */
export type StoredLearner = LearnerOfSchema2 | LearnerOfSchema1;

type MemoryOfSchema2 = Omit<WordMemory, "traces"> & { traces: string | ModeTraces | null };
type MemoryOfSchema1 = Omit<MemoryOfSchema2, "schema" | "nightFailures"> & { schema: 1 };
type LearnerOfSchema2 = Omit<LearnerState, "pauses"> & Partial<Pick<LearnerState, "pauses">>;
type LearnerOfSchema1 = Omit<LearnerOfSchema2, "schema"> & { schema: 1 };

/** Index of the night-failure signal among the signals. */
const NIGHT_SIGNAL = 10;
/** Entries before the signals: slope and offset. */
const BEFORE_SIGNALS = 2;
const BINS = 8;

function withNightSignal(head: HeadState): HeadState {
  return { ...head, long: widened(head.long), short: widened(head.short) };
}

function widened({ shifts, spreads, bins }: HeadSet): HeadSet {
  const index = BEFORE_SIGNALS + NIGHT_SIGNAL;
  return {
    shifts: shifts.toSpliced(index, 0, 0),
    spreads: spreads.toSpliced(index, 0, 1),
    bins: bins.toSpliced(NIGHT_SIGNAL * BINS, 0, ...new Array<number>(BINS).fill(0)),
  };
}
