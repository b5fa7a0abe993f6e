import type { Migration } from "./migration.ts";

/** How long each report took to compute; null: unknown. Readers wait for quick ones. */
export const reportDurations: Migration = {
  name: "0055-report-durations",
  statements: ["alter table report_snapshots add column took_ms integer"],
};
