import type { Database } from "../../../platform/database/tables.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { writeAudit, type AuditEntry } from "../../accounts/audit/audit.service.ts";

/** An administrator's action on one learner. */
export interface LearnerAct {
  readonly by: Admin;
  readonly userId: string;
  /** Shared by the learners of one request; absent for a single one. */
  readonly bulkId?: string | undefined;
}

/** Writes the audit entry of an act. Call it in the transaction that makes the change. */
export async function auditAct(
  tx: Database,
  { by, userId, bulkId }: LearnerAct,
  entry: Omit<AuditEntry, "by" | "target">,
): Promise<void> {
  const metadata = { ...entry.metadata, ...(bulkId !== undefined && { bulkId }) };
  await writeAudit(tx, { ...entry, by, target: { type: "user", id: userId }, metadata });
}
