import { RecordDraft } from "@wordloom/contract";
import { setTimeout as pause } from "node:timers/promises";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { createGroupCommit } from "../../../platform/database/group-commit.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { isPostponed } from "./answer-retries.ts";
import { applyDue } from "./due-answers.service.ts";
import {
  insertIntoOutbox,
  listLearnersInOutbox,
  listOutboxOf,
  type NewOutboxRow,
} from "./outbox.repo.ts";
import { addWaiting, mayBeWaiting } from "./waiting-learners.service.ts";

export { readOutboxBacklog } from "./outbox.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "metrics" | "settings"> & {
  readonly events: Pick<Deps["events"], "toAdmins" | "toUser">;
};

/** Answers applied per transaction on behalf of a request. */
const BATCH_SIZE = 64;

/**
 * Longest wait for more answers to share a commit, in ms, and the count that ends the wait early.
 */
const GATHER_MS = 5;
const GATHERED = 32;

/**
 * Waiting answers applied on behalf of a request, and when to retry a request that finds more. The
 * worker applies them meanwhile.
 */
const AHEAD_MAX = 1_024;
const BACKLOG_RETRY_MS = 5_000;

const acceptance = perApp((needs: Pick<Deps, "database">) =>
  createGroupCommit<NewOutboxRow>(
    async (rows) => {
      await addWaiting(
        needs,
        rows.map((row) => row.user_id),
      );
      await insertTogether(needs.database, rows);
    },
    { gatherPause: { elapsed: () => pause(GATHER_MS), enough: GATHERED } },
  ),
);

/** Inserts all or none. On PostgreSQL it is one statement and thus its own transaction. */
async function insertTogether(db: Database, rows: readonly NewOutboxRow[]): Promise<void> {
  if (dialectOf(db) === "postgres") await insertIntoOutbox(db, rows);
  else await transact(db, (tx) => insertIntoOutbox(tx, rows));
}

/**
 * Accepts an answer; returns once it is on disk.
 *
 * Concurrent answers share one commit, which makes durability affordable.
 */
export async function putInOutbox(needs: Pick<Deps, "database">, row: NewOutboxRow) {
  await acceptance(needs).submit(row);
}

/**
 * Applies a learner's waiting answers, so that the caller's next step does not overtake them.
 *
 * @throws AppError UNAVAILABLE  an answer waits for its next attempt; `Retry-After` says how long
 */
export async function drainOutboxOf(needs: Needs, userId: string): Promise<void> {
  const retryAtMs = (await drainOutboxesOf(needs, [userId])).get(userId);
  if (retryAtMs === undefined) return;
  const retryAfterSecs = Math.max(1, (retryAtMs - needs.clock.nowMs()) / 1_000);
  refuse("UNAVAILABLE", "An earlier answer has not been applied yet.", { retryAfterSecs });
}

/** The words of the learner's accepted answers still to be applied, at most a thousand. */
export async function listWaitingWords(
  needs: Pick<Deps, "database">,
  userId: string,
): Promise<ReadonlySet<string>> {
  if ((await mayBeWaiting(needs, [userId])).length === 0) return new Set();
  const rows = await listOutboxOf(needs.database, [userId], AHEAD_MAX);
  return new Set(rows.map((row) => (JSON.parse(row.draft_json) as RecordDraft).wordId));
}

/**
 * Like `drainOutboxOf`, for several learners, who do not affect each other.
 *
 * @returns learners with answers that still wait, and when to retry, epoch ms; their next steps
 *   must wait as well
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
    for (const row of rows) {
      if (!isPostponed(row, nowMs)) continue;
      waiting.set(row.user_id, row.run_after_ms);
      open.delete(row.user_id);
    }
    if (left <= 0) {
      const late = await listLearnersInOutbox(needs.database, [...open]);
      for (const userId of late) waiting.set(userId, nowMs + BACKLOG_RETRY_MS);
      break;
    }
    const due = rows.filter(({ user_id }) => open.has(user_id));
    const isDone = !(await applyDue(needs, due, "wait")).failed;
    if (isDone && rows.length < BATCH_SIZE) break;
  }
  return waiting;
}
