import type { Migration } from "./migration.ts";

/** Slow reports for administrators, computed in advance. */
export const reportSnapshots: Migration = {
  name: "0046-report-snapshots",
  statements: [
    `create table report_snapshots (
      report text not null,
      variant text not null,
      day text not null,
      computed_at_ms integer not null,
      content_json text not null,
      primary key (report, variant)
    ) clustered`,
  ],
};
