import { setImmediate as nextTurn } from "node:timers/promises";
import type { Deps } from "../../../deps.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { GateModule } from "../../../platform/http/gates.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { updateLastSeen } from "./users.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** Added to the interval of the worker that stores them, this keeps the lag under a minute. */
const STORED_EVERY_MS = 40_000;

/** Learners remembered, about 100 bytes each. A forgotten learner is only stored more often. */
const REMEMBERED_MAX = 50_000;

const ROWS_AT_ONCE = 1_000;

interface Seen {
  /** The time stored last, or about to be stored, by learner, earliest first. */
  readonly noted: Map<string, number>;
  /** Times not yet stored. */
  waiting: Map<string, number>;
}

const seenBy = perApp<Pick<Deps, "database">, Seen>(() => ({
  noted: new Map(),
  waiting: new Map(),
}));

/** Records in memory that a learner has made a request. For most requests this is one lookup. */
export function noteSeen(needs: Needs, userId: string): void {
  const { noted, waiting } = seenBy(needs);
  const nowMs = needs.clock.nowMs();
  const before = noted.get(userId);
  if (before !== undefined && Math.abs(nowMs - before) < STORED_EVERY_MS) return;
  noted.delete(userId);
  noted.set(userId, nowMs);
  waiting.set(userId, nowMs);
  if (noted.size <= REMEMBERED_MAX) return;
  const [earliest] = noted.keys();
  if (earliest !== undefined) noted.delete(earliest);
}

/** Stores the recorded times. Those that cannot be stored wait for the next call. */
export async function flushLastSeen(needs: Needs): Promise<void> {
  const seen = seenBy(needs);
  // Ordered by id, so that two processes lock shared rows in the same order where possible.
  const rows = [...seen.waiting].toSorted(([one], [other]) => (one < other ? -1 : 1));
  seen.waiting = new Map();
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    try {
      const some = rows.slice(start, start + ROWS_AT_ONCE);
      await transact(needs.database, (tx) => updateLastSeen(tx, some));
      await nextTurn();
    } catch (error) {
      seen.waiting = new Map([...rows.slice(start), ...seen.waiting]);
      throw error;
    }
  }
}

/** Counts every request of a learner. */
export const lastSeenGate: GateModule = (deps) => ({
  guards: (path) => path.startsWith("/api/") && !path.startsWith("/api/admin/"),
  onAdmitted(_request, account) {
    if (account.kind === "learner") noteSeen(deps, account.id);
  },
});
