import type { Database } from "../../platform/database/tables.ts";
import { insertAuditEntry, removeAuditTarget, replaceInAuditMetadata } from "./audit.repo.ts";

const ERASED = "(erased)";

/** What an administrator did, or what befell an account, as the operator will want to read it. */
export interface AuditEntry {
  /** `noun.verb`, from the published list. */
  readonly action: string;
  readonly atMs: number;
  /** Absent when it was not done by an administrator. */
  readonly adminId?: string;
  readonly target?: { readonly type: string; readonly id: string };
  /** Never a secret: the log is shown. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly outcome?: "success" | "failure";
  readonly error?: string;
  readonly fromVersion?: string;
  readonly toVersion?: string;
  readonly channel?: string;
  /** For a task that takes time: still running when absent here and given as null. */
  readonly completedAtMs?: number | null;
}

/** Writes one entry, in the transaction of what it reports, so that both happen or neither. */
export async function writeAudit(tx: Database, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(tx, {
    admin_id: entry.adminId ?? null,
    action: entry.action,
    target_type: entry.target?.type ?? null,
    target_id: entry.target?.id ?? null,
    metadata_json: JSON.stringify(entry.metadata ?? {}),
    outcome: entry.outcome ?? "success",
    error: entry.error ?? null,
    from_version: entry.fromVersion ?? null,
    to_version: entry.toVersion ?? null,
    channel: entry.channel ?? null,
    started_at_ms: entry.atMs,
    completed_at_ms: entry.completedAtMs === undefined ? entry.atMs : entry.completedAtMs,
  });
}

/** Anonymises entries about a learner: what happened stays, to whom is removed. */
export async function eraseFromAudit(
  tx: Database,
  learner: { readonly id: string; readonly email: string },
): Promise<void> {
  await removeAuditTarget(tx, learner.id);
  await replaceInAuditMetadata(tx, learner.id, ERASED);
  await replaceInAuditMetadata(tx, learner.email, ERASED);
}
