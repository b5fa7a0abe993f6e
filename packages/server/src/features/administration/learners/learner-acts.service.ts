import type { AuditAction } from "@wordloom/contract";
import type { AuditEntry } from "../../accounts/audit/audit.service.ts";
import type { Admin } from "../../../platform/identity/actor.ts";

/** An administrator's action on one learner. */
export interface LearnerAct {
  readonly by: Admin;
  readonly userId: string;
  /** Shared by the learners of one request; absent for a single one. */
  readonly bulkId?: string | undefined;
}

/** The entry for the audit log. */
export function entryOf(
  { by, userId, bulkId }: LearnerAct,
  action: AuditAction,
  atMs: number,
  facts: Readonly<Record<string, unknown>> = {},
): AuditEntry {
  const metadata = bulkId === undefined ? facts : { ...facts, bulkId };
  return { by, action, atMs, target: { type: "user", id: userId }, metadata };
}
