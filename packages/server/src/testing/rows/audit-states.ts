import type { AuditAction } from "@wordloom/contract";
import { expect } from "vitest";
import type { Database } from "../../platform/database/tables.ts";

/** What entries of an action keep: `none` with the reason why there is nothing to keep. */
type Kept = "before and after" | "after" | "before" | `none: ${string}`;

const SIGN_IN = "none: a session begins or ends, which the entry names";
const SECRET = "none: the only value is a secret";
const READ = "none: reads, and changes nothing";
const SENDS = "none: sends, and stores nothing that could be replaced";
const MANY = "none: many things, each with its own page; the entry counts them";
const DATABASE = "none: the entire database or program, named by the target and its versions";

/** The values before and after a change that entries of each action keep. */
const auditStates: Readonly<Record<AuditAction, Kept>> = {
  "admin.setup": "after",
  "admin.login": SIGN_IN,
  "admin.login_failed": SIGN_IN,
  "admin.logout": SIGN_IN,
  "admin.create": "after",
  "admin.set_role": "before and after",
  "admin.delete": "before",
  "admin.password": SECRET,
  "admin.reset_password": SECRET,
  "admin.session_revoked": SIGN_IN,
  "api_key.create": "after",
  "api_key.rotate": "before and after",
  "api_key.revoke": "before and after",
  "user.create": "after",
  "user.update": "before and after",
  "user.change_email": "before and after",
  "user.change_name": "before and after",
  "user.ban": "before and after",
  "user.unban": "before and after",
  "user.reset_password": SECRET,
  "user.set_password": SECRET,
  "user.set_role": "before and after",
  "user.session_revoked": SIGN_IN,
  "user.device_ban": "before and after",
  "user.delete": "none: an erasure leaves nothing of the learner",
  "user.export": READ,
  "reset_tokens.read": READ,
  "client.device.ban": "before and after",
  "client.device.unban": "before and after",
  "client.device.clear_flag": "before and after",
  "client.upgrade_policy.update": "before and after",
  "client.broadcast_upgrade": "before and after",
  "client.broadcast_upgrade_revoke": "before and after",
  "client.request_telemetry": SENDS,
  "broadcast.send": "after",
  "broadcast.schedule": "after",
  "broadcast.cancel": "before and after",
  "broadcast.update": SENDS,
  "probe.issue": SENDS,
  "probe.confirm": SENDS,
  "word.create": "after",
  "word.create_batch": MANY,
  "word.update": "before and after",
  "word.delete": "before",
  "word.import": MANY,
  "word.set_morphemes": "before and after",
  "wordbook.create": "after",
  "wordbook.update": "before and after",
  "wordbook.delete": "before",
  "wordbook.export": READ,
  "wordbook.add_words": "before and after",
  "wordbook.remove_words": "before and after",
  "wordbook_center.import": "after",
  "wordbook_center.sync": "before and after",
  "wordbook_center.upload": "after",
  "wordbook_center.tags": "before and after",
  "dictionary.upload": "after",
  "dictionary.update": "before and after",
  "dictionary.delete": "before",
  "feedback.update": "before and after",
  "feedback.reply": "none: the reply is the learner's to erase, and stays with the feedback",
  "feedback.export": READ,
  "settings.update": "before and after",
  "settings.maintenance": "before and after",
  "settings.smtp_test": SENDS,
  "settings.snapshot.create": "after",
  "settings.snapshot.restore": "before and after",
  "settings.snapshot.delete": "before",
  set_version_gate: "before and after",
  "resource_pack.upload": "after",
  "resource_pack.set_active": "before and after",
  "resource_pack.deactivate": "before and after",
  "amas.config.update": "before and after",
  "amas.config.restore": "before and after",
  "amas.config.trial": "after",
  "amas.suggestion.approve": "before and after",
  "amas.suggestion.reject": "before and after",
  "amas.suggestion.auto_apply": "before and after",
  "amas.suggestion.rollback": "before and after",
  "amas.canary.start": "before and after",
  "amas.canary.disable": "before and after",
  "amas.canary.rolled_back": "before and after",
  "amas.experiment.start": "after",
  "amas.experiment.conclude": "before and after",
  "amas.advisor.config": "before and after",
  "amas.advisor.run": "none: adds a suggestion, which the entry names",
  "amas.whitelist.set": "before and after",
  "amas.whitelist.delete": "before and after",
  "dead_letter.requeue": "before and after",
  "dead_letter.purge": "before and after",
  "worker.run": SENDS,
  "audit.export": READ,
  "db_backup.manual": "none: adds a file, which the entry names",
  "db_backup.download": READ,
  "db_backup.verify": READ,
  db_restore: DATABASE,
  "update.check": READ,
  self_update: DATABASE,
  rollback: DATABASE,
};

/** Kinds of targets that people know by a name that is not their id. */
const named: ReadonlySet<string> = new Set([
  "admin",
  "api_key",
  "broadcast",
  "canary",
  "dictionary",
  "experiment",
  "snapshot",
  "suggestion",
  "word",
  "wordbook",
]);
/** Sign-ins name the administrator by the deletion's entry, if there is one. */
const unnamed: ReadonlySet<string> = new Set(["admin.login", "admin.login_failed"]);

/**
 * Expects that entries keep what their actions replaced, and the names of their targets, for
 * readers who come after a deletion.
 *
 * @param after  id of the last entry that is not judged
 */
export async function expectTelling(database: Database, after: number): Promise<void> {
  const rows = await database
    .selectFrom("audit_log")
    .selectAll()
    .where("id", ">", after)
    .orderBy("id")
    .execute();
  for (const row of rows) {
    const kept = auditStates[row.action as AuditAction];
    const states = { before: row.before_json !== null, after: row.after_json !== null };
    const expected = kept.startsWith("none")
      ? { before: false, after: false }
      : { before: kept.includes("before"), after: kept.includes("after") };
    expect(states, `states kept by ${row.action}`).toEqual(expected);
    if (row.target_type === null || !named.has(row.target_type)) continue;
    // A canary may be ended when none runs, and the books of learners are theirs to name.
    const isNobodys = row.target_id === "none" || row.action === "wordbook.export";
    if (isNobodys || unnamed.has(row.action)) continue;
    expect(row.target_name, `name kept by ${row.action}`).toEqual(expect.any(String));
  }
}
