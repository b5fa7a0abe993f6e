import type { Feature } from "../../feature.ts";
import { analyticsAdminFeature } from "./analytics-admin/analytics-admin.feature.ts";
import { advisorFeature } from "./advisor/advisor.feature.ts";
import { backupsAdminFeature } from "./backups-admin/backups-admin.feature.ts";
import { broadcastsFeature } from "./broadcasts/broadcasts.feature.ts";
import { dashboardsFeature } from "./dashboards/dashboards.feature.ts";
import { engineMetricsFeature } from "./engine-metrics/engine-metrics.feature.ts";
import { experimentsFeature } from "./experiments/experiments.feature.ts";
import { instancesFeature } from "./instances/instances.feature.ts";
import { learnersFeature } from "./learners/learners.feature.ts";
import { monitoringFeature } from "./monitoring/monitoring.feature.ts";
import { resourcePacksAdminFeature } from "./resource-packs-admin/resource-packs-admin.feature.ts";
import { requestStatsFeature } from "./request-stats/request-stats.feature.ts";
import { settingsAdminFeature } from "./settings-admin/settings-admin.feature.ts";
import { suggestionsFeature } from "./suggestions/suggestions.feature.ts";
import { parametersFeature } from "./parameters/parameters.feature.ts";
import { updatesFeature } from "./updates/updates.feature.ts";
import { wordbooksAdminFeature } from "./wordbooks-admin/wordbooks-admin.feature.ts";

/** What only administrators see and do, across all other features. */
export const administration: readonly Feature[] = [
  analyticsAdminFeature,
  advisorFeature,
  backupsAdminFeature,
  broadcastsFeature,
  dashboardsFeature,
  engineMetricsFeature,
  experimentsFeature,
  instancesFeature,
  learnersFeature,
  monitoringFeature,
  resourcePacksAdminFeature,
  requestStatsFeature,
  settingsAdminFeature,
  suggestionsFeature,
  parametersFeature,
  updatesFeature,
  wordbooksAdminFeature,
];
