import type { Feature } from "../../feature.ts";
import { accountArchiveFeature } from "./account-archive/account-archive.feature.ts";
import { accountErasureFeature } from "./account-erasure/account-erasure.feature.ts";
import { backupsFeature } from "./backups/backups.feature.ts";
import { clientsFeature } from "./clients/clients.feature.ts";
import { dataExportFeature } from "./data-export/data-export.feature.ts";
import { exportsFeature } from "./exports/exports.feature.ts";
import { feedbackFeature } from "./feedback/feedback.feature.ts";
import { healthFeature } from "./health/health.feature.ts";
import { legacyFeature } from "./legacy/legacy.feature.ts";
import { webAppsFeature } from "./web-apps/web-apps.feature.ts";

/** Running the service: health, metrics, web apps, administrators' view, export and erasure. */
export const operations: readonly Feature[] = [
  backupsFeature,
  healthFeature,
  legacyFeature,
  clientsFeature,
  feedbackFeature,
  dataExportFeature,
  exportsFeature,
  accountArchiveFeature,
  accountErasureFeature,
  webAppsFeature,
];
