import type { Migration } from "./migration.ts";

/**
 * Adds to audit entries the name of their target, which outlives it, and to waiting changes of an
 * address where they were requested, for the entry of their confirmation.
 */
export const auditDetails: Migration = {
  name: "0081-audit-details",
  statements: [
    `alter table audit_log add column target_name text`,
    `alter table email_changes add column ip text`,
    `alter table email_changes add column session_id text`,
  ],
};
