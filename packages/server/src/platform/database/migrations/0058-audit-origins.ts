import type { Migration } from "./migration.ts";

/**
 * Adds to audit entries where a call came from and what a change replaced, and to backups their
 * position in the order of creation, which a wrong clock would hide.
 */
export const auditOrigins: Migration = {
  name: "0058-audit-origins",
  statements: [
    `alter table audit_log add column ip text`,
    `alter table audit_log add column session_id text`,
    `alter table audit_log add column before_json text`,
    `alter table audit_log add column after_json text`,
    `alter table backups add column sequence integer not null default 0`,
  ],
};
