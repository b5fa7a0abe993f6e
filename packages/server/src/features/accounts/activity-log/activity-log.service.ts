import type { LearnerAction } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { removeInSteps } from "../../../platform/jobs/remove-in-steps.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { insertActions, listActions, removeActionsBefore } from "./activity-log.repo.ts";

/** A learner's action, shown to administrators. */
export interface LoggedAction {
  readonly userId: string;
  readonly action: LearnerAction;
  readonly atMs: number;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Address of the caller; absent for an action without a request of its own. */
  readonly ip?: string | undefined;
}

const KEPT_MS = 180 * DAY_MS;

/** Logs actions. Call it in the transaction that makes the change. */
export async function logActions(tx: Database, actions: readonly LoggedAction[]): Promise<void> {
  if (actions.length === 0) return;
  await insertActions(
    tx,
    actions.map(({ userId, action, atMs, detail, ip }) => ({
      user_id: userId,
      action,
      detail_json: JSON.stringify(detail),
      ip: ip ?? null,
      created_at_ms: atMs,
    })),
  );
}

/** A learner's latest actions, newest first, in wire form. */
export async function latestActions(
  db: Database,
  userId: string,
  query: { readonly action?: LearnerAction; readonly limit: number; readonly offset?: number },
) {
  const rows = await listActions(db, { userId, ...query });
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    action: row.action,
    detailJson: JSON.parse(row.detail_json) as Record<string, unknown>,
    ip: row.ip,
    createdAt: toTimestamp(row.created_at_ms),
  }));
}

/** Removes actions older than 180 days. @returns number of actions removed */
export async function removeOldActions(
  { clock, database }: Pick<Deps, "clock" | "database">,
  signal: AbortSignal,
): Promise<number> {
  const beforeMs = clock.nowMs() - KEPT_MS;
  return removeInSteps((limit) => removeActionsBefore(database, beforeMs, limit), signal);
}
