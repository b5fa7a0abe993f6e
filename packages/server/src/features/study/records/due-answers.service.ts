import { RecordDraft } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { isAccountGone } from "../../../platform/database/account-gone.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import { tryNamedLock } from "../../../platform/database/named-lock.ts";
import { isStorageUnavailable } from "../../../platform/database/storage-errors.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { messageOf } from "../../../platform/basics/thrown.ts";
import { notifyAdmins } from "../../accounts/admin-notices/admin-notices.service.ts";
import {
  lockFreeLearners,
  lockLearners,
  startLearner,
} from "../../adaptation/amas/engine-states.service.ts";
import { ATTEMPTS_MAX, backoffMs, isPostponed } from "./answer-retries.ts";
import { applyUnderLock, type AcceptedAnswer } from "./apply.service.ts";
import {
  listOutboxAt,
  listOutboxUpTo,
  markDeadLetter,
  postponeInOutbox,
  type OutboxPosition,
  type OutboxRow,
} from "./outbox.repo.ts";
import { removeWaiting } from "./waiting-learners.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "metrics" | "settings"> & {
  readonly events: Pick<Deps["events"], "toAdmins" | "toUser">;
};

/**
 * What to do when another transaction has locked a learner: `leave` the learner's answers to it, or
 * `wait` until it is done. `leave-all` is like `leave`, but leaves all answers to another process
 * that applies answers this way, even those of other learners.
 */
export type IfLocked = "leave" | "leave-all" | "wait";

/** Lock held by the process that applies answers alone. */
const ALONE = "answers applied by one process";

export interface Handled {
  /** Answers applied, given up or postponed. */
  readonly count: number;
  /** Whether one of them must wait for its next attempt. */
  readonly failed: boolean;
}

/** The answers to apply. */
interface Wanted {
  readonly positions: readonly OutboxPosition[];
  readonly ifLocked: IfLocked;
  /** Output: learners without an engine state to lock. */
  readonly unknown: Set<string>;
}

/**
 * Applies the answers at these positions, no matter which process accepted them. It reads the due
 * answers under the learners' locks. So when several processes know an answer, one applies it, and
 * never before an earlier answer of the learner (docs/decisions/0034).
 *
 * A batch that fails is retried one answer at a time, so that a bad answer does not affect the
 * others. After a failure the learner's later answers wait, to keep their order.
 */
export async function applyDue(
  needs: Needs,
  positions: readonly OutboxPosition[],
  ifLocked: IfLocked,
): Promise<Handled> {
  if (positions.length === 0) return { count: 0, failed: false };
  const unknown = new Set<string>();
  const handled = await applyKnown(needs, { positions, ifLocked, unknown });
  if (unknown.size === 0) return handled;
  for (const userId of unknown) await startLearner(needs, userId);
  const started = positions.filter(({ user_id }) => unknown.has(user_id));
  const more = await applyKnown(needs, { positions: started, ifLocked, unknown: new Set() });
  return { count: handled.count + more.count, failed: handled.failed || more.failed };
}

async function applyKnown(needs: Needs, wanted: Wanted): Promise<Handled> {
  try {
    const count = await applyTogether(needs, (tx) => readDue(needs, tx, wanted));
    return { count, failed: false };
  } catch (cause) {
    if (isStorageUnavailable(cause)) throw cause;
    let [handled, anyFailed] = [0, false];
    for (const positions of Map.groupBy(wanted.positions, ({ user_id }) => user_id).values()) {
      const { count, failed } = await applyOneByOne(needs, { ...wanted, positions });
      handled += count;
      anyFailed ||= failed;
    }
    return { count: handled, failed: anyFailed };
  }
}

/** For the answers of one learner. */
async function applyOneByOne(needs: Needs, wanted: Wanted): Promise<Handled> {
  for (let count = 0; ; count += 1) {
    let next: OutboxRow | undefined;
    try {
      const applied = await applyTogether(needs, async (tx) => {
        [next] = await readDue(needs, tx, wanted);
        return next === undefined ? [] : [next];
      });
      if (applied === 0) return { count, failed: false };
    } catch (cause) {
      if (isStorageUnavailable(cause)) throw cause;
      // The answer was erased with its learner's account.
      if (isAccountGone(cause)) return { count, failed: false };
      if (next === undefined) throw cause;
      await recordFailure(needs, next, cause);
      return { count: count + 1, failed: true };
    }
  }
}

/**
 * Locks the learners and reads the answers still to be applied. Learners whose earliest answer
 * waits for a retry are left out. On PostgreSQL the result includes earlier answers than the
 * requested ones, because another process may have just failed at one of them.
 */
async function readDue(needs: Needs, tx: OpenTransaction, wanted: Wanted): Promise<OutboxRow[]> {
  const rows = await readLive(needs, tx, wanted);
  const nowMs = needs.clock.nowMs();
  const waiting = rows.filter((row) => isPostponed(row, nowMs));
  if (waiting.length === 0) return rows;
  const late = new Set(waiting.map((row) => row.user_id));
  return rows.filter((row) => !late.has(row.user_id));
}

async function readLive(
  needs: Needs,
  tx: OpenTransaction,
  { positions, ifLocked, unknown }: Wanted,
): Promise<OutboxRow[]> {
  const seqs = positions.map(({ seq }) => seq);
  if (dialectOf(tx) === "sqlite") return listOutboxAt(tx, seqs);
  const upTo = new Map<string, number>();
  for (const { user_id, seq } of positions) {
    upTo.set(user_id, Math.max(upTo.get(user_id) ?? 0, seq));
  }
  const userIds = [...upTo.keys()];
  if (ifLocked === "wait") {
    await lockLearners(needs, tx, userIds);
    return listOutboxUpTo(tx, upTo);
  }
  if (ifLocked === "leave-all" && !(await tryNamedLock(tx, ALONE))) return [];
  const free = await lockFreeLearners(tx, userIds);
  for (const userId of free.unknown) unknown.add(userId);
  for (const userId of userIds) if (!free.locked.has(userId)) upTo.delete(userId);
  // A new statement, because it must see what was committed before the locks were granted.
  return upTo.size === 0 ? [] : listOutboxUpTo(tx, upTo);
}

/** @returns the number of answers that were applied or given up */
async function applyTogether(
  needs: Needs,
  read: (tx: OpenTransaction) => Promise<OutboxRow[]>,
): Promise<number> {
  const done = await transact(needs.database, async (tx) => {
    const rows = await read(tx);
    if (rows.length === 0) return { count: 0, afterCommit() {} };
    const { afterCommit } = await applyUnderLock(needs, tx, rows.map(toAccepted));
    return { count: rows.length, afterCommit };
  });
  done.afterCommit();
  return done.count;
}

async function recordFailure(needs: Needs, row: OutboxRow, cause: unknown): Promise<void> {
  const attempts = row.attempts + 1;
  const lastError = messageOf(cause);
  needs.log.warn({ cause, outboxSeq: row.seq, attempts }, "an answer could not be applied");
  if (attempts < ATTEMPTS_MAX) {
    const runAfterMs = needs.clock.nowMs() + backoffMs(attempts);
    return postponeInOutbox(needs.database, { seq: row.seq, attempts, runAfterMs, lastError });
  }
  const isDead = await transact(needs.database, (tx) =>
    markDead(needs, tx, { ...row, attempts }, lastError),
  );
  if (isDead) await announceDeadLetter(needs, row, "INTERNAL");
}

function markDead(
  needs: Needs,
  tx: OpenTransaction,
  { seq, attempts }: OutboxRow,
  lastError: string,
): Promise<boolean> {
  return markDeadLetter(tx, { seq, attempts, deadAtMs: needs.clock.nowMs(), lastError });
}

/** To be called after the commit. */
async function announceDeadLetter(needs: Needs, row: OutboxRow, code: string): Promise<void> {
  removeWaiting(needs, [row.user_id]);
  needs.log.error({ outboxSeq: row.seq, code }, "an answer was moved to the dead letters");
  needs.events.toUser(row.user_id, {
    type: "record_failed",
    clientRecordId: row.client_record_id,
    code,
  });
  await notifyAdmins(needs, {
    kind: "dead_letter",
    subject: "answers",
    severity: "warning",
    code: "answer_given_up",
    args: {},
    link: "/monitoring?part=dead",
  });
}

function toAccepted(row: OutboxRow): AcceptedAnswer {
  return {
    userId: row.user_id,
    draft: RecordDraft.parse(JSON.parse(row.draft_json)),
    acceptedAtMs: row.accepted_at_ms,
    outboxSeq: row.seq,
  };
}
