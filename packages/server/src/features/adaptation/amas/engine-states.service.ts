import { createHash } from "node:crypto";
import { createLearner, type LearnerState } from "@wordloom/engine";
import { learnerFromJson } from "@wordloom/engine/stored";
import type { Deps } from "../../../deps.ts";
import { AccountGoneError, isAccountGone } from "../../../platform/database/account-gone.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { ttlCachePerApp, type TtlCache } from "../../../platform/memory/ttl-cache.ts";
import { listCreationTimes } from "../../accounts/users/users.service.ts";
import { settlementDueMs, type PendingBatch } from "../pending-batches/pending-batches.ts";
import {
  insertEngineStates,
  listEngineStates,
  listPresent,
  lockFreeRevisions,
  lockRevisions,
  saveEngineStates,
} from "./engine-states.repo.ts";

export { postponeSettlement } from "./engine-states.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** Parsed states kept in memory; at most 24 KB of JSON each, usually a few KB. */
const CACHED_MAX = 1_000;

/** A learner who has not answered for this long has probably stopped. */
const CACHED_FOR_MS = 1_800_000;

interface CachedState {
  readonly revision: number;
  readonly state: LearnerState;
  readonly batches: readonly PendingBatch[];
}

/**
 * Learners' engine states, read and changed in an open transaction.
 *
 * Only `afterCommit` updates the cache, so a rolled-back transaction leaves no trace. A cached
 * state is used only if its revision equals the one just locked.
 */
export interface OpenStates {
  get(userId: string): LearnerState;
  /** Batches whose reward is pending. */
  batches(userId: string): readonly PendingBatch[];
  /** @param batches  absent: unchanged */
  set(userId: string, state: LearnerState, batches?: readonly PendingBatch[]): void;
  /** Writes the changed states, each with its next revision. */
  save(): Promise<void>;
  afterCommit(): void;
}

/** A changed state is added again, so the least recently changed one is dropped first. */
const cache = ttlCachePerApp<CachedState>({
  entriesMax: CACHED_MAX,
  ttlMs: CACHED_FOR_MS,
});

/** The learner's state, read only. A new learner's initial state is not stored. */
export async function readEngineState(needs: Needs, userId: string): Promise<LearnerState> {
  const [row] = await listEngineStates(needs.database, [userId]);
  if (row !== undefined) return learnerFromJson(row.state_json);
  return firstState(userId, await listCreationTimes(needs.database, [userId]));
}

/**
 * Locks the states of these learners for the rest of the transaction, creating missing ones.
 *
 * @throws Error if one of the accounts is gone; see `isAccountGone`
 */
export async function openEngineStates(
  needs: Needs,
  tx: Database,
  userIds: readonly string[],
): Promise<OpenStates> {
  const revisions = await lockOrCreate(tx, userIds, needs.clock.nowMs());
  return openLocked(needs, tx, revisions);
}

/**
 * Like `openEngineStates`, for background work: leaves out learners without a state, such as erased
 * ones.
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
  const cachedStates = cache(needs);
  const current = await currentStates(tx, cachedStates, revisions);
  const changed = new Map<string, CachedState>();
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
      for (const [userId, entry] of changed) cachedStates.set(userId, entry);
    },
  };
}

/**
 * Locks these learners' engine states until the transaction ends, without reading them. For callers
 * that must read other data under that lock before they open the states.
 *
 * @throws Error on PostgreSQL if one of the accounts is gone; see `isAccountGone`
 */
export async function lockLearners(
  needs: Needs,
  tx: Database,
  userIds: readonly string[],
): Promise<void> {
  if (dialectOf(tx) === "sqlite") return;
  await lockOrCreate(tx, [...new Set(userIds)].sort(), needs.clock.nowMs());
}

/** Which of the given learners a transaction has locked. */
export interface FreeLearners {
  readonly locked: ReadonlySet<string>;
  /** Learners without a state to lock; see `startLearner`. */
  readonly unknown: readonly string[];
}

/**
 * Locks the states of the given learners until the transaction ends, skipping learners locked by
 * another transaction, so that several processes share the learners without waiting for each other.
 */
export async function lockFreeLearners(
  tx: Database,
  userIds: readonly string[],
): Promise<FreeLearners> {
  const wanted = [...new Set(userIds)].sort();
  if (dialectOf(tx) === "sqlite") return { locked: new Set(wanted), unknown: [] };
  const locked = new Set((await lockFreeRevisions(tx, wanted)).map((row) => row.user_id));
  if (locked.size === wanted.length) return { locked, unknown: [] };
  const others = wanted.filter((userId) => !locked.has(userId));
  const present = new Set(await listPresent(tx, others));
  return { locked, unknown: others.filter((userId) => !present.has(userId)) };
}

/**
 * Creates a state for a new learner, so that it can be locked. Runs outside of larger transactions,
 * because two of them that add the same row would wait for each other.
 */
export async function startLearner(needs: Needs, userId: string): Promise<void> {
  try {
    await insertFirstStates(needs.database, [userId], needs.clock.nowMs());
  } catch (cause) {
    if (!isAccountGone(cause)) throw cause;
  }
}

/** Resets a learner to the initial engine state. Words, records and used event ids stay. */
export async function resetEngineState(needs: Needs, userId: string): Promise<void> {
  const states = await transact(needs.database, async (tx) => {
    const open = await openEngineStates(needs, tx, [userId]);
    open.set(userId, createLearner(seedOf(userId), needs.clock.nowMs()), []);
    await open.save();
    return open;
  });
  states.afterCommit();
}

/**
 * Replaces the engine state of a learner, inside the caller's transaction.
 *
 * @param judge  receives the present state; undefined leaves it
 * @returns the state before, if it was replaced
 */
export async function replaceEngineState(
  needs: Needs,
  tx: Database,
  userId: string,
  judge: (before: LearnerState) => LearnerState | undefined,
): Promise<LearnerState | undefined> {
  const open = await openEngineStates(needs, tx, [userId]);
  const before = open.get(userId);
  const after = judge(before);
  if (after === undefined) return undefined;
  open.set(userId, after, []);
  await open.save();
  return before;
}

/** Removes an erased learner from the cache; the rows are deleted with the account. */
export function forgetEngineState(needs: Needs, userId: string): void {
  cache(needs).forget(userId);
}

async function lockOrCreate(tx: Database, userIds: readonly string[], nowMs: number) {
  const locked = await lockRevisions(tx, userIds);
  if (locked.length === userIds.length) return locked;
  const present = new Set(locked.map((row) => row.user_id));
  const missing = userIds.filter((userId) => !present.has(userId));
  await insertFirstStates(tx, missing, nowMs);
  const lockedNow = await lockRevisions(tx, userIds);
  // Another process inserted the row, and the learner was erased before it could be locked.
  if (lockedNow.length < new Set(userIds).size) throw new AccountGoneError();
  return lockedNow;
}

/** @throws Error if one of the accounts is gone; see `isAccountGone` */
async function insertFirstStates(db: Database, userIds: readonly string[], nowMs: number) {
  const madeAtMs = await listCreationTimes(db, userIds);
  const rows = userIds.map((userId) => ({
    user_id: userId,
    state_json: JSON.stringify(firstState(userId, madeAtMs)),
    revision: 0,
    updated_at_ms: nowMs,
    batches_json: null,
    settle_at_ms: null,
  }));
  await insertEngineStates(db, rows);
}

async function currentStates(
  tx: Database,
  cachedStates: TtlCache<CachedState>,
  revisions: readonly { user_id: string; revision: number }[],
): Promise<Map<string, CachedState>> {
  const current = new Map<string, CachedState>();
  const unknown: string[] = [];
  for (const { user_id, revision } of revisions) {
    const cached = cachedStates.get(user_id);
    if (cached?.revision === revision) current.set(user_id, cached);
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

/**
 * Dated when the account was created, so it is the same on every read and when the first answer
 * stores it.
 */
function firstState(userId: string, madeAtMs: ReadonlyMap<string, number>): LearnerState {
  return createLearner(seedOf(userId), madeAtMs.get(userId) ?? 0);
}

/** Derived from the id, so that a replay of the answers gives the same bytes. */
function seedOf(userId: string): number {
  return createHash("sha256").update(userId).digest().readUInt32BE(0);
}

function requireState(entry: CachedState | undefined, userId: string): CachedState {
  if (entry === undefined) throw new Error(`engine state of ${userId} was not opened`);
  return entry;
}
