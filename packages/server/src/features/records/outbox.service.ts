import { RecordDraft } from "@wordloom/contract";
import { setTimeout as pause } from "node:timers/promises";
import type { Deps } from "../../deps.ts";
import { createGroupCommit } from "../../platform/database/group-commit.ts";
import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import { transact } from "../../platform/database/transaction.ts";
import { giveWay } from "../../platform/jobs/give-way.ts";
import { perApp } from "../../platform/per-app.ts";
import { messageOf } from "../../platform/thrown.ts";
import { applyAnswers, type AcceptedAnswer } from "./apply.service.ts";
import {
  buryInOutbox,
  insertIntoOutbox,
  listDuePlaces,
  listOutboxAt,
  listOutboxOf,
  listPostponedLearners,
  postponeInOutbox,
  type NewOutboxRow,
  type OutboxPlace,
  type OutboxRow,
} from "./outbox.repo.ts";
import { mayBeWaiting, noteServed, noteWaiting } from "./waiting-learners.service.ts";

export { readOutboxBacklog } from "./outbox.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "metrics" | "settings"> & {
  readonly events: Pick<Deps["events"], "toUser">;
};

/**
 * Answers applied in one transaction. A long one holds requests up: it begins with few, goes on
 * with more for as long as nobody is waiting, and goes back to few as soon as somebody is.
 */
const BATCH_SIZE = 64;
const BATCH_SIZE_BUSY = 8;

/** Answers sorted by learner at a time; for a thousand learners that is sixteen each. */
const WINDOW = 16_384;

/** Places read at once; more would block the event loop. */
const WINDOW_STEP = 1_024;

/** Longest wait for more answers to share a commit with, ms, and how many of them are enough. */
const GATHER_MS = 5;
const GATHERED = 32;

const ATTEMPTS_MAX = 8;
const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_LAST_MS = 600_000;

const acceptance = perApp((needs: Pick<Deps, "database">) =>
  createGroupCommit<NewOutboxRow>(
    async (rows) => {
      await noteWaiting(
        needs,
        rows.map((row) => row.user_id),
      );
      await transact(needs.database, (tx) => insertIntoOutbox(tx, rows));
    },
    { rest: { over: () => pause(GATHER_MS), enough: GATHERED } },
  ),
);

/**
 * Promises to learn from an answer; returns once the promise is on the disk.
 *
 * Answers that arrive together share one commit, which is what makes durability affordable.
 */
export async function putInOutbox(needs: Pick<Deps, "database">, row: NewOutboxRow) {
  await acceptance(needs).submit(row);
}

/**
 * Learns from the answers that wait until none is due or the run is called off. The oldest go
 * first, thousands of them at a time, and among those learner by learner: what is known of one is
 * then read and written once for many answers.
 *
 * @returns number of answers dealt with
 */
export async function drainOutbox(needs: Needs, signal: AbortSignal): Promise<number> {
  let dealtWith = 0;
  let size = BATCH_SIZE_BUSY;
  let places: OutboxPlace[] = [];
  while (!signal.aborted) {
    const postponed = await listPostponedLearners(needs.database, needs.clock.nowMs());
    if (places.length === 0) places = await listOldestByLearner(needs, postponed);
    if (places.length === 0) break;
    const startedMs = needs.clock.monotonicMs();
    const next = places.splice(0, size).filter(({ user_id }) => !postponed.includes(user_id));
    const seqs = next.map(({ seq }) => seq);
    const rows = await listOutboxAt(needs.database, seqs);
    if (rows.length > 0) await applyRows(needs, rows);
    dealtWith += rows.length;
    const busy = await giveWay(needs.clock.monotonicMs() - startedMs);
    size = busy ? BATCH_SIZE_BUSY : Math.min(BATCH_SIZE, size * 2);
  }
  return dealtWith;
}

/** The oldest answers, each learner's together, in the order of their first ones. */
async function listOldestByLearner(
  needs: Needs,
  postponed: readonly string[],
): Promise<OutboxPlace[]> {
  const oldest: OutboxPlace[] = [];
  while (oldest.length < WINDOW) {
    const startedMs = needs.clock.monotonicMs();
    const next = { afterSeq: oldest.at(-1)?.seq ?? 0, limit: WINDOW_STEP };
    const step = await listDuePlaces(needs.database, postponed, next);
    oldest.push(...step);
    if (step.length < WINDOW_STEP) break;
    await giveWay(needs.clock.monotonicMs() - startedMs);
  }
  const byLearner = Map.groupBy(oldest, ({ user_id }) => user_id).values();
  return byLearner.flatMap((places) => places).toArray();
}

/** Applies what these learners handed in earlier, so that an answer now does not overtake it. */
export async function drainOutboxOf(needs: Needs, userIds: ReadonlySet<string>): Promise<void> {
  const waiting = await mayBeWaiting(needs, userIds);
  if (waiting.length === 0) return;
  const rows = await listOutboxOf(needs.database, waiting);
  if (rows.length > 0) await applyRows(needs, rows);
}

/**
 * A batch that fails as a whole is tried again answer by answer, so that one bad answer costs the
 * others nothing. After a failure the same learner's later answers wait: order matters.
 */
async function applyRows(needs: Needs, rows: readonly OutboxRow[]): Promise<void> {
  try {
    await applyTogether(needs, rows);
  } catch (cause) {
    if (isStorageUnavailable(cause)) throw cause;
    const held = new Set<string>();
    for (const row of rows) {
      if (held.has(row.user_id)) continue;
      if (!(await applyAlone(needs, row))) held.add(row.user_id);
    }
  }
}

async function applyTogether(needs: Needs, rows: readonly OutboxRow[]): Promise<void> {
  const outcomes = await applyAnswers(needs, rows.map(toAccepted));
  for (const [index, outcome] of outcomes.entries()) {
    const row = rows[index];
    if (outcome.kind === "unknown_word" && row !== undefined) await bury(needs, row, "NOT_FOUND");
  }
}

async function applyAlone(needs: Needs, row: OutboxRow): Promise<boolean> {
  try {
    await applyTogether(needs, [row]);
    return true;
  } catch (cause) {
    if (isStorageUnavailable(cause)) throw cause;
    await recordFailure(needs, row, cause);
    return false;
  }
}

async function recordFailure(needs: Needs, row: OutboxRow, cause: unknown): Promise<void> {
  const attempts = row.attempts + 1;
  const lastError = messageOf(cause);
  needs.log.warn({ cause, outboxSeq: row.seq, attempts }, "an answer could not be applied");
  if (attempts >= ATTEMPTS_MAX) return bury(needs, { ...row, attempts }, "INTERNAL", lastError);
  const runAfterMs = needs.clock.nowMs() + backoffMs(attempts);
  await postponeInOutbox(needs.database, { seq: row.seq, attempts, runAfterMs, lastError });
}

async function bury(needs: Needs, row: OutboxRow, code: string, lastError = code): Promise<void> {
  const deadAtMs = needs.clock.nowMs();
  await buryInOutbox(needs.database, { seq: row.seq, attempts: row.attempts, deadAtMs, lastError });
  noteServed(needs, [row.user_id]);
  needs.log.error({ outboxSeq: row.seq, code }, "an answer was moved to the dead letters");
  needs.events.toUser(row.user_id, {
    type: "record_failed",
    clientRecordId: row.client_record_id,
    code,
  });
}

/** 1 s after the first failure, 10 min before the last try, growing evenly in between. */
export function backoffMs(attempts: number): number {
  const steps = ATTEMPTS_MAX - 2;
  const growth = (BACKOFF_LAST_MS / BACKOFF_FIRST_MS) ** ((attempts - 1) / steps);
  return Math.round(BACKOFF_FIRST_MS * growth);
}

function toAccepted(row: OutboxRow): AcceptedAnswer {
  return {
    userId: row.user_id,
    draft: RecordDraft.parse(JSON.parse(row.draft_json)),
    acceptedAtMs: row.accepted_at_ms,
    outboxSeq: row.seq,
  };
}
