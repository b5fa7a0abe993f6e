import type { Migration } from "./migration.ts";

/** How long each report took to compute; null: not known. Readers wait for what is quick. */
export const reportDurations: Migration = {
  name: "0055-report-durations",
  statements: ["alter table report_snapshots add column took_ms integer"],
};
