import { RecordDraft } from "@wordloom/contract";
import { setTimeout as pause } from "node:timers/promises";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { isAccountGone } from "../../../platform/database/account-gone.ts";
import { createGroupCommit } from "../../../platform/database/group-commit.ts";
import { isStorageUnavailable } from "../../../platform/database/storage-errors.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { messageOf } from "../../../platform/basics/thrown.ts";
import { applyAnswers, type AcceptedAnswer } from "./apply.service.ts";
import { notifyAdmins } from "../../accounts/admin-notices/admin-notices.service.ts";
import {
  markDeadLetter,
  insertIntoOutbox,
  listDuePositions,
  listLearnersInOutbox,
  listOutboxAt,
  listOutboxOf,
  listPostponedLearners,
  postponeInOutbox,
  type NewOutboxRow,
  type OutboxPosition,
  type OutboxRow,
} from "./outbox.repo.ts";
import { mayBeWaiting, removeWaiting, addWaiting } from "./waiting-learners.service.ts";

export { readOutboxBacklog } from "./outbox.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "metrics" | "settings"> & {
  readonly events: Pick<Deps["events"], "toAdmins" | "toUser">;
};

/**
 * Answers applied per transaction. Long transactions delay requests: the size starts small, doubles
 * while no request is waiting, and drops back when one is.
 */
const BATCH_SIZE = 64;
const BATCH_SIZE_BUSY = 8;

/** Positions grouped by learner at a time; for a thousand learners that is sixteen each. */
const WINDOW = 16_384;

/** Positions read per statement; more would block the event loop. */
const WINDOW_STEP = 1_024;

/** Longest wait for more answers to share a commit, ms, and the number at which the wait ends. */
const GATHER_MS = 5;
const GATHERED = 32;

/**
 * Waiting answers applied on behalf of a request, and when to repeat a request that finds more: the
 * worker applies them meanwhile.
 */
const AHEAD_MAX = 1_024;
const BACKLOG_RETRY_MS = 5_000;

const ATTEMPTS_MAX = 8;
const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_LAST_MS = 600_000;

const acceptance = perApp((needs: Pick<Deps, "database">) =>
  createGroupCommit<NewOutboxRow>(
    async (rows) => {
      await addWaiting(
        needs,
        rows.map((row) => row.user_id),
      );
      await transact(needs.database, (tx) => insertIntoOutbox(tx, rows));
    },
    { gatherPause: { elapsed: () => pause(GATHER_MS), enough: GATHERED } },
  ),
);

/**
 * Accepts an answer; returns once it is on disk.
 *
 * Concurrent answers share one commit, which makes durability affordable.
 */
export async function putInOutbox(needs: Pick<Deps, "database">, row: NewOutboxRow) {
  await acceptance(needs).submit(row);
}

/**
 * Applies the waiting answers until none is due or the run is aborted. The oldest come first,
 * thousands at a time, grouped by learner: a learner's state is then read and written once for many
 * answers.
 *
 * @returns number of answers handled
 */
export async function drainOutbox(needs: Needs, signal: AbortSignal): Promise<number> {
  let handled = 0;
  let size = BATCH_SIZE_BUSY;
  let positions: OutboxPosition[] = [];
  while (!signal.aborted) {
    const postponed = await listPostponedLearners(needs.database, needs.clock.nowMs());
    if (positions.length === 0) positions = await listOldestByLearner(needs, postponed);
    if (positions.length === 0) break;
    const startedMs = needs.clock.monotonicMs();
    const next = positions.splice(0, size).filter(({ user_id }) => !postponed.includes(user_id));
    const seqs = next.map(({ seq }) => seq);
    const rows = await listOutboxAt(needs.database, seqs);
    if (rows.length > 0) await applyRows(needs, rows);
    handled += rows.length;
    const busy = await yieldToRequests(needs.clock.monotonicMs() - startedMs);
    size = busy ? BATCH_SIZE_BUSY : Math.min(BATCH_SIZE, size * 2);
  }
  return handled;
}

/** The oldest positions, grouped by learner, learners in the order of their first answer. */
async function listOldestByLearner(
  needs: Needs,
  postponed: readonly string[],
): Promise<OutboxPosition[]> {
  const oldest: OutboxPosition[] = [];
  while (oldest.length < WINDOW) {
    const startedMs = needs.clock.monotonicMs();
    const next = { afterSeq: oldest.at(-1)?.seq ?? 0, limit: WINDOW_STEP };
    const step = await listDuePositions(needs.database, postponed, next);
    oldest.push(...step);
    if (step.length < WINDOW_STEP) break;
    await yieldToRequests(needs.clock.monotonicMs() - startedMs);
  }
  const byLearner = Map.groupBy(oldest, ({ user_id }) => user_id).values();
  return byLearner.flatMap((positions) => positions).toArray();
}

/**
 * Applies a learner's waiting answers, so that what comes next does not overtake them.
 *
 * @throws AppError UNAVAILABLE  one of them waits for its next attempt; `Retry-After` says how long
 */
export async function drainOutboxOf(needs: Needs, userId: string): Promise<void> {
  const retryAtMs = (await drainOutboxesOf(needs, [userId])).get(userId);
  if (retryAtMs === undefined) return;
  const retryAfterSecs = Math.max(1, (retryAtMs - needs.clock.nowMs()) / 1_000);
  refuse("UNAVAILABLE", "An earlier answer has not been applied yet.", { retryAfterSecs });
}

/** The words of the learner's accepted answers that are still to be applied, at most a thousand. */
export async function listWaitingWords(
  needs: Pick<Deps, "database">,
  userId: string,
): Promise<ReadonlySet<string>> {
  if ((await mayBeWaiting(needs, [userId])).length === 0) return new Set();
  const rows = await listOutboxOf(needs.database, [userId], AHEAD_MAX);
  return new Set(rows.map((row) => (JSON.parse(row.draft_json) as RecordDraft).wordId));
}

/**
 * The same for several learners, who do not affect each other.
 *
 * @returns learners with answers that still wait, and when to try again, epoch ms; what comes next
 *   from them has to wait as well
 */
export async function drainOutboxesOf(
  needs: Needs,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const waiting = new Map<string, number>();
  const open = new Set(await mayBeWaiting(needs, new Set(userIds)));
  for (let left = AHEAD_MAX; open.size > 0; left -= BATCH_SIZE) {
    const rows = await listOutboxOf(needs.database, [...open], BATCH_SIZE);
    const nowMs = needs.clock.nowMs();
    for (const { user_id, attempts, run_after_ms } of rows) {
      if (attempts === 0 || run_after_ms <= nowMs) continue;
      waiting.set(user_id, run_after_ms);
      open.delete(user_id);
    }
    if (left <= 0) {
      const late = await listLearnersInOutbox(needs.database, [...open]);
      for (const userId of late) waiting.set(userId, nowMs + BACKLOG_RETRY_MS);
      break;
    }
    const due = rows.filter(({ user_id }) => open.has(user_id));
    const isDone = due.length === 0 || (await applyRows(needs, due));
    if (isDone && rows.length < BATCH_SIZE) break;
  }
  return waiting;
}

/**
 * A batch that fails is retried one by one, so that one bad answer does not affect the others.
 * After a failure the learner's later answers wait, to keep their order.
 *
 * @returns whether all were handled
 */
async function applyRows(needs: Needs, rows: readonly OutboxRow[]): Promise<boolean> {
  try {
    await applyTogether(needs, rows);
    return true;
  } catch (cause) {
    if (isStorageUnavailable(cause)) throw cause;
    const blocked = new Set<string>();
    for (const row of rows) {
      if (blocked.has(row.user_id)) continue;
      if (!(await applyAlone(needs, row))) blocked.add(row.user_id);
    }
    return blocked.size === 0;
  }
}

async function applyTogether(needs: Needs, rows: readonly OutboxRow[]): Promise<void> {
  const outcomes = await applyAnswers(needs, rows.map(toAccepted));
  for (const [index, outcome] of outcomes.entries()) {
    const row = rows[index];
    if (outcome.kind === "unknown_word" && row !== undefined) {
      await moveToDeadLetters(needs, row, "NOT_FOUND");
    }
  }
}

async function applyAlone(needs: Needs, row: OutboxRow): Promise<boolean> {
  try {
    await applyTogether(needs, [row]);
    return true;
  } catch (cause) {
    if (isStorageUnavailable(cause)) throw cause;
    // The answer was erased with its learner.
    if (isAccountGone(cause)) return true;
    await recordFailure(needs, row, cause);
    return false;
  }
}

async function recordFailure(needs: Needs, row: OutboxRow, cause: unknown): Promise<void> {
  const attempts = row.attempts + 1;
  const lastError = messageOf(cause);
  needs.log.warn({ cause, outboxSeq: row.seq, attempts }, "an answer could not be applied");
  if (attempts >= ATTEMPTS_MAX) {
    return moveToDeadLetters(needs, { ...row, attempts }, "INTERNAL", lastError);
  }
  const runAfterMs = needs.clock.nowMs() + backoffMs(attempts);
  await postponeInOutbox(needs.database, { seq: row.seq, attempts, runAfterMs, lastError });
}

async function moveToDeadLetters(
  needs: Needs,
  row: OutboxRow,
  code: string,
  lastError = code,
): Promise<void> {
  const deadAtMs = needs.clock.nowMs();
  await markDeadLetter(needs.database, {
    seq: row.seq,
    attempts: row.attempts,
    deadAtMs,
    lastError,
  });
  removeWaiting(needs, [row.user_id]);
  needs.log.error({ outboxSeq: row.seq, code }, "an answer was moved to the dead letters");
  needs.events.toUser(row.user_id, {
    type: "record_failed",
    clientRecordId: row.client_record_id,
    code,
  });
  await notifyAdmins(needs, {
    ...{ kind: "dead_letter", subject: "answers", severity: "warning" },
    title: "An answer could not be applied",
    message: "It was moved to the dead letters, where it can be tried again or removed.",
    link: "/monitoring/dead-letters",
  });
}

/**
 * 1 s after the first failure, 10 min before the last attempt, growing geometrically in between.
 */
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
