import type { Migration } from "./migration.ts";

/** Gives audit log entries the published action of a restore, and the target of settings. */
export const auditNames: Migration = {
  name: "0050-audit-names",
  statements: [
    `update audit_log set action = 'db_restore' where action = 'db_backup.restore'`,
    `update audit_log set target_type = 'settings', target_id = case action
        when 'settings.maintenance' then 'maintenance'
        when 'set_version_gate' then 'version_gate'
        when 'settings.smtp_test' then 'mail'
        else 'system' end
      where target_type is null and action in
        ('settings.update', 'settings.maintenance', 'set_version_gate', 'settings.smtp_test')`,
  ],
};
