import type { DeadLetter } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { redactText } from "../../../platform/observability/log-redaction.ts";
import { writeAudit, type AuditEntry } from "../../accounts/audit/audit.service.ts";
import * as records from "../../study/records/dead-letters.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "jobs">;

/** Answers that could not be applied, most recent first. */
export async function listDeadLetters(
  { reports }: Pick<Deps, "reports">,
  limit: number,
): Promise<DeadLetter[]> {
  const rows = await records.listDeadLetters(reports, limit);
  return rows.map((row) => ({
    id: String(row.seq),
    eventType: "record",
    userId: row.user_id,
    attempts: row.attempts,
    lastError: row.last_error === null ? null : redactText(row.last_error),
    createdAt: new Date(row.accepted_at_ms).toISOString(),
    deadAt: new Date(row.dead_at_ms).toISOString(),
  }));
}

/** @throws AppError NOT_FOUND */
export async function requeueDeadLetter(needs: Needs, by: Admin, id: string): Promise<void> {
  const states = { before: { state: "dead" }, after: { state: "pending" } };
  const note = auditing(needs, by, id, { action: "dead_letter.requeue", ...states });
  if (!(await records.requeueDeadLetter(needs, seqOf(id), note))) refuse("NOT_FOUND");
}

/** @throws AppError NOT_FOUND */
export async function purgeDeadLetter(needs: Needs, by: Admin, id: string): Promise<void> {
  const note = auditing(needs, by, id, {
    action: "dead_letter.purge",
    before: { state: "dead" },
    after: { state: "deleted" },
  });
  if (!(await records.purgeDeadLetter(needs, seqOf(id), note))) refuse("NOT_FOUND");
}

function auditing({ clock }: Needs, by: Admin, id: string, act: Omit<AuditEntry, "atMs">) {
  return async (tx: OpenTransaction): Promise<void> => {
    const target = { type: "dead_letter", id } as const;
    await writeAudit(tx, { ...act, by, atMs: clock.nowMs(), target });
  };
}

/** A malformed id counts as not found. */
function seqOf(id: string): number {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : refuse("NOT_FOUND");
}
