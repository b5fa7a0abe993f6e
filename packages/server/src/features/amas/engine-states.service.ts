import { createHash } from "node:crypto";
import { createLearner, learnerFromJson, type LearnerState } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import { dialectOf } from "../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../platform/database/tables.ts";
import { transact } from "../../platform/database/transaction.ts";
import { freshMapPerApp, type FreshMap } from "../../platform/fresh-map.ts";
import { settlementDueMs, type HandedBatch } from "../handed-batches/handed-batches.service.ts";
import {
  insertEngineStates,
  listEngineStates,
  lockRevisions,
  saveEngineStates,
} from "./engine-states.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** Parsed states kept in memory; at most 24 KB of JSON each, a few KB as a rule. */
const REMEMBERED_MAX = 1_000;

/** A learner who has not answered for this long has probably stopped. */
const REMEMBERED_MS = 1_800_000;

interface Remembered {
  readonly revision: number;
  readonly state: LearnerState;
  readonly batches: readonly HandedBatch[];
}

/**
 * Learners' states as an open transaction sees and changes them.
 *
 * Nothing is kept in memory before `afterCommit` is called, so a rolled-back transaction leaves no
 * trace. A remembered state is used only while its revision is the one just locked.
 */
export interface OpenStates {
  get(userId: string): LearnerState;
  /** Batches whose reward is still to come. */
  batches(userId: string): readonly HandedBatch[];
  /** @param batches  absent: they stay as they are */
  set(userId: string, state: LearnerState, batches?: readonly HandedBatch[]): void;
  /** Writes what was set, with the next revision. */
  save(): Promise<void>;
  afterCommit(): void;
}

/** A changed state is added again, so the least recently changed one is dropped first. */
const memory = freshMapPerApp<Remembered>({
  entriesMax: REMEMBERED_MAX,
  freshForMs: REMEMBERED_MS,
});

/** The learner's state for reading; a new learner's start state is not stored. */
export async function readEngineState(needs: Needs, userId: string): Promise<LearnerState> {
  const [row] = await listEngineStates(needs.database, [userId]);
  return row === undefined
    ? startState(userId, needs.clock.nowMs())
    : learnerFromJson(row.state_json);
}

/** Locks the states of these learners for the rest of the transaction, making missing ones. */
export async function openEngineStates(
  needs: Needs,
  tx: Database,
  userIds: readonly string[],
): Promise<OpenStates> {
  const revisions = await lockOrCreate(tx, userIds, needs.clock.nowMs());
  return openLocked(needs, tx, revisions);
}

/**
 * The same for those of these learners who have a state, for work that nobody waits for: an account
 * that was erased meanwhile must not get a new one.
 */
export async function openExistingEngineStates(
  needs: Needs,
  tx: Database,
  userIds: readonly string[],
): Promise<{ userIds: string[]; states: OpenStates }> {
  const revisions = await lockRevisions(tx, [...userIds].sort());
  const states = await openLocked(needs, tx, revisions);
  return { userIds: revisions.map((row) => row.user_id), states };
}

async function openLocked(
  needs: Needs,
  tx: Database,
  revisions: readonly { user_id: string; revision: number }[],
): Promise<OpenStates> {
  const known = memory(needs);
  const current = await currentStates(tx, known, revisions);
  const changed = new Map<string, Remembered>();
  const entryOf = (userId: string) =>
    requireState(changed.get(userId) ?? current.get(userId), userId);
  return {
    get: (userId) => entryOf(userId).state,
    batches: (userId) => entryOf(userId).batches,
    set(userId, state, batches = entryOf(userId).batches) {
      const before = requireState(current.get(userId), userId);
      changed.set(userId, { state, batches, revision: before.revision + 1 });
    },
    async save() {
      const updatedAtMs = needs.clock.nowMs();
      const rows = [...changed].map(([userId, entry]) => ({
        user_id: userId,
        state_json: JSON.stringify(entry.state),
        revision: entry.revision,
        updated_at_ms: updatedAtMs,
        batches_json: entry.batches.length === 0 ? null : JSON.stringify(entry.batches),
        settle_at_ms: settlementDueMs(entry.batches),
      }));
      await saveEngineStates(tx, rows);
    },
    afterCommit() {
      for (const [userId, entry] of changed) known.set(userId, entry);
    },
  };
}

/**
 * Makes the caller the only one who learns for these learners until its transaction ends. For work
 * that must look at something under that lock before it opens the states.
 */
export async function lockLearners(
  needs: Needs,
  tx: Database,
  userIds: readonly string[],
): Promise<void> {
  if (dialectOf(tx) === "sqlite") return;
  await lockOrCreate(tx, [...new Set(userIds)].sort(), needs.clock.nowMs());
}

/** Puts a learner back to where everyone starts. Words, records and used event ids stay. */
export async function resetEngineState(needs: Needs, userId: string): Promise<void> {
  const states = await transact(needs.database, async (tx) => {
    const open = await openEngineStates(needs, tx, [userId]);
    open.set(userId, startState(userId, needs.clock.nowMs()), []);
    await open.save();
    return open;
  });
  states.afterCommit();
}

/** Drops what is kept in memory of a learner who is gone; the rows go with the account. */
export function forgetEngineState(needs: Needs, userId: string): void {
  memory(needs).forget(userId);
}

async function lockOrCreate(tx: Database, userIds: readonly string[], nowMs: number) {
  const locked = await lockRevisions(tx, userIds);
  if (locked.length === userIds.length) return locked;
  const present = new Set(locked.map((row) => row.user_id));
  const missing = userIds.filter((userId) => !present.has(userId));
  const rows = missing.map((userId) => ({
    user_id: userId,
    state_json: JSON.stringify(startState(userId, nowMs)),
    revision: 0,
    updated_at_ms: nowMs,
    batches_json: null,
    settle_at_ms: null,
  }));
  await insertEngineStates(tx, rows);
  return lockRevisions(tx, userIds);
}

async function currentStates(
  tx: Database,
  known: FreshMap<Remembered>,
  revisions: readonly { user_id: string; revision: number }[],
): Promise<Map<string, Remembered>> {
  const current = new Map<string, Remembered>();
  const unknown: string[] = [];
  for (const { user_id, revision } of revisions) {
    const remembered = known.get(user_id);
    if (remembered?.revision === revision) current.set(user_id, remembered);
    else unknown.push(user_id);
  }
  if (unknown.length === 0) return current;
  for (const row of await listEngineStates(tx, unknown)) {
    const batches = row.batches_json === null ? [] : JSON.parse(row.batches_json);
    const state = learnerFromJson(row.state_json);
    current.set(row.user_id, { revision: row.revision, state, batches });
  }
  return current;
}

/** The seed follows from the id, so that replaying a learner's answers gives the same bytes. */
function startState(userId: string, nowMs: number): LearnerState {
  const seed = createHash("sha256").update(userId).digest().readUInt32BE(0);
  return createLearner(seed, nowMs);
}

function requireState(entry: Remembered | undefined, userId: string): Remembered {
  if (entry === undefined) throw new Error(`engine state of ${userId} was not opened`);
  return entry;
}
