import type { Migration } from "./migration.ts";

/**
 * An audit entry knows where a call came from and what a change replaced. A backup knows its place
 * in the order of making, which a clock that was wrong does not tell.
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
