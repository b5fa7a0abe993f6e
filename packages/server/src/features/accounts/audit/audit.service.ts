import type { AuditAction, AuditOutcome, AuditTargetType } from "@wordloom/contract";
import type { Database } from "../../../platform/database/tables.ts";
import { onCommit } from "../../../platform/database/transaction.ts";
import { redactSecrets } from "../../../platform/observability/log-redaction.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import type { Admin, Learner } from "../../../platform/identity/actor.ts";
import {
  clearAuditOrigins,
  clearAuditStates,
  finishAuditEntry,
  finishOpenEntries,
  insertAuditEntry,
  listAuditStates,
  listRecentIds,
  removeAuditTarget,
  replaceInAuditMetadata,
  updateAuditAfter,
} from "./audit.repo.ts";

/** Entries about one kind of change that a learner makes in a day. */
const OWN_PER_DAY = 20;
const ERASED = "(erased)";
const TELL_IDENTITY = ["user.create", "user.update", "user.change_email", "user.change_name"];

/** Address and session of an actor that is no administrator, or not signed in so far. */
export interface AuditOrigin {
  readonly ip?: string | null | undefined;
  readonly sessionId?: string | undefined;
}

/** An administrator's action or an account event, shown to the operator. */
export interface AuditEntry extends AuditOrigin {
  readonly action: AuditAction;
  readonly atMs: number;
  /** The calling administrator. The reply names the entry. */
  readonly by?: Pick<Admin, "id" | "apiKeyId" | "apiKeyName" | "auditIds" | "ip" | "sessionId">;
  /** The acting administrator, outside of a call. Absent, like `by`, if there is none. */
  readonly adminId?: string;
  readonly target?: AuditedTarget;
  /** The values before a change, and after it. Secrets in them are hidden. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** Never contains secrets, because the log is shown to administrators. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly outcome?: AuditOutcome;
  readonly error?: string;
  readonly fromVersion?: string;
  readonly toVersion?: string;
  readonly channel?: string;
  /** null: still running; absent: completed at `atMs`. */
  readonly completedAtMs?: number | null;
}

/** What an action is about. */
interface AuditedTarget {
  readonly type: AuditTargetType;
  readonly id: string;
  /**
   * Its name, by which the entry is understood after the deletion. Left out for what learners
   * write, because the entry outlives their accounts.
   */
  readonly name?: string | undefined;
}

/** Writes an entry. Call it in the transaction that makes the change. @returns its id */
export async function writeAudit(tx: Database, entry: AuditEntry): Promise<number> {
  const { by } = entry;
  const id = await insertAuditEntry(tx, {
    admin_id: by?.id ?? entry.adminId ?? null,
    action: entry.action,
    target_type: entry.target?.type ?? null,
    target_id: entry.target?.id ?? null,
    target_name: entry.target?.name ?? null,
    metadata_json: JSON.stringify(metadataOf(entry)),
    ip: by?.ip ?? entry.ip ?? null,
    session_id: (by?.apiKeyId === undefined ? by?.sessionId : undefined) ?? entry.sessionId ?? null,
    before_json: statesOf(entry.before),
    after_json: statesOf(entry.after),
    outcome: entry.outcome ?? "success",
    error: entry.error ?? null,
    from_version: entry.fromVersion ?? null,
    to_version: entry.toVersion ?? null,
    channel: entry.channel ?? null,
    started_at_ms: entry.atMs,
    completed_at_ms: entry.completedAtMs === undefined ? entry.atMs : entry.completedAtMs,
  });
  onCommit(tx, () => by?.auditIds?.push(id));
  return id;
}

/** Where a learner's own action comes from. */
export function originOf({ ip, sessionId }: Learner): AuditOrigin {
  return { ip, sessionId };
}

/**
 * Writes an entry for a change that learners may repeat as often as they like. After twenty in a
 * day, the last entry takes the new values, because the log is kept forever.
 */
export async function writeOwnAudit(
  tx: Database,
  learner: Learner,
  entry: Omit<AuditEntry, "by" | "target">,
): Promise<void> {
  const { action, atMs, after } = entry;
  const about = { action, targetId: learner.id, sinceMs: atMs - DAY_MS };
  const recent = await listRecentIds(tx, about, OWN_PER_DAY);
  const [latest] = recent;
  if (latest !== undefined && recent.length === OWN_PER_DAY) {
    await updateAuditAfter(tx, latest, statesOf(after));
    return;
  }
  const target = { type: "user", id: learner.id } as const;
  await writeAudit(tx, { ...entry, ...originOf(learner), target });
}

/** The details, with the API key that was used. */
function metadataOf({ by, metadata }: AuditEntry): object {
  return {
    ...metadata,
    ...(by?.apiKeyId !== undefined && { apiKeyId: by.apiKeyId }),
    ...(by?.apiKeyName !== undefined && { apiKeyName: by.apiKeyName }),
  };
}

/** The fields that differ, for an entry, without timestamps of changes. */
export function changedIn(before: object, after: object): Pick<AuditEntry, "before" | "after"> {
  const former = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([name, value]) =>
      !TIMES.has(name) && JSON.stringify(value) !== JSON.stringify(former.get(name)),
  );
  const names = changed.map(([name]) => name);
  return {
    before: Object.fromEntries(names.map((name) => [name, former.get(name) ?? null])),
    after: Object.fromEntries(changed),
  };
}

const TIMES: ReadonlySet<string> = new Set(["updatedAt", "updated_at_ms"]);

function statesOf(states: AuditEntry["before"]): string | null {
  return states === undefined ? null : JSON.stringify(redactSecrets(states));
}

/**
 * Records the end of an entry that was written with `outcome: "in_progress"`.
 *
 * @returns false if it had already ended
 */
export async function finishAudit(
  tx: Database,
  id: number,
  end: { readonly outcome: AuditOutcome; readonly error?: string; readonly atMs: number },
): Promise<boolean> {
  const { outcome, error = null, atMs } = end;
  return finishAuditEntry(tx, id, { outcome, error, completed_at_ms: atMs });
}

/** Ends entries of some actions that were left in progress because their process is gone. */
export async function finishForgottenAudits(
  tx: Database,
  actions: readonly string[],
  end: { readonly error: string; readonly atMs: number },
): Promise<void> {
  const { error, atMs } = end;
  await finishOpenEntries(tx, actions, { outcome: "failed", error, completed_at_ms: atMs });
}

/** Anonymizes entries about a learner. The entries stay, without the learner's identity. */
export async function eraseFromAudit(
  tx: Database,
  learner: { readonly id: string; readonly email: string },
): Promise<void> {
  const emails = new Set([learner.email, ...(await clearIdentities(tx, learner.id))]);
  await clearAuditOrigins(tx, learner.id);
  await removeAuditTarget(tx, learner.id);
  await replaceInAuditMetadata(tx, learner.id, ERASED);
  for (const email of emails) await replaceInAuditMetadata(tx, email, ERASED);
}

/** Clears entries with a learner's names and addresses. @returns the addresses */
async function clearIdentities(tx: Database, learnerId: string): Promise<string[]> {
  const told = await listAuditStates(tx, learnerId, TELL_IDENTITY);
  await clearAuditStates(tx, learnerId, TELL_IDENTITY);
  return told.flatMap((json) => (JSON.parse(json) as { email?: string }).email ?? []);
}
