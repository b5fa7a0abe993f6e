import type { Feature } from "../../feature.ts";
import { adminAnalyticsFeature } from "./analytics/admin-analytics.feature.ts";
import { advisorFeature } from "./advisor/advisor.feature.ts";
import { backupDeskFeature } from "./backup-desk/backup-desk.feature.ts";
import { broadcastsFeature } from "./broadcasts/broadcasts.feature.ts";
import { centerDeskFeature } from "./center-desk/center-desk.feature.ts";
import { dashboardsFeature } from "./dashboards/dashboards.feature.ts";
import { deadLettersFeature } from "./dead-letters/dead-letters.feature.ts";
import { engineMetricsFeature } from "./engine-metrics/engine-metrics.feature.ts";
import { experimentsFeature } from "./experiments/experiments.feature.ts";
import { instancesFeature } from "./instances/instances.feature.ts";
import { learnerBulkFeature } from "./learner-bulk/learner-bulk.feature.ts";
import { learnerReadsFeature } from "./learner-reads/learner-reads.feature.ts";
import { learnersFeature } from "./learners/learners.feature.ts";
import { monitoringFeature } from "./monitoring/monitoring.feature.ts";
import { packDeskFeature } from "./pack-desk/pack-desk.feature.ts";
import { reportSnapshotsFeature } from "./report-snapshots/report-snapshots.feature.ts";
import { requestStatsFeature } from "./request-stats/request-stats.feature.ts";
import { settingsFeature } from "./settings/settings.feature.ts";
import { suggestionsFeature } from "./suggestions/suggestions.feature.ts";
import { tuningFeature } from "./tuning/tuning.feature.ts";
import { updatesFeature } from "./updates/updates.feature.ts";
import { watchdogsFeature } from "./watchdogs/watchdogs.feature.ts";
import { wordbookDeskFeature } from "./wordbook-desk/wordbook-desk.feature.ts";

/** What only administrators see and do, across all other features. */
export const administration: readonly Feature[] = [
  adminAnalyticsFeature,
  advisorFeature,
  backupDeskFeature,
  broadcastsFeature,
  centerDeskFeature,
  dashboardsFeature,
  deadLettersFeature,
  engineMetricsFeature,
  experimentsFeature,
  instancesFeature,
  learnerBulkFeature,
  learnerReadsFeature,
  learnersFeature,
  monitoringFeature,
  packDeskFeature,
  reportSnapshotsFeature,
  requestStatsFeature,
  settingsFeature,
  suggestionsFeature,
  tuningFeature,
  updatesFeature,
  watchdogsFeature,
  wordbookDeskFeature,
];
