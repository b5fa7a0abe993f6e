import type { Feature } from "../../../feature.ts";

/** Reports for administrators that take long, computed ahead. */
export const reportSnapshotsFeature: Feature = {
  name: "report-snapshots",
  owns: ["report_snapshots"],
};
