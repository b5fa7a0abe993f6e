import { accounts } from "./0001-accounts.ts";
import { library } from "./0002-library.ts";
import { learning } from "./0003-learning.ts";
import { records } from "./0004-records.ts";
import { jobs } from "./0005-jobs.ts";
import { feedback } from "./0006-feedback.ts";
import { profile } from "./0007-profile.ts";
import { notifications } from "./0008-notifications.ts";
import { activity } from "./0009-activity.ts";
import { content } from "./0010-content.ts";
import { engineConfiguration } from "./0012-engine-configuration.ts";
import { devices } from "./0013-devices.ts";
import { telemetry } from "./0014-telemetry.ts";
import { appEvents } from "./0015-app-events.ts";
import { probe } from "./0016-probe.ts";
import { engineService } from "./0017-engine-service.ts";
import { rowsByNumber } from "./0019-rows-by-number.ts";
import { removedWords } from "./0020-removed-words.ts";
import { masteryEdges } from "./0021-mastery-edges.ts";
import { longGaps } from "./0022-long-gaps.ts";
import { rowsOfLearners } from "./0023-rows-of-learners.ts";
import { boundedGrowth } from "./0024-bounded-growth.ts";
import { equalSignIn } from "./0025-equal-sign-in.ts";
import { starterWords } from "./0026-starter-words.ts";
import { suspendedWords } from "./0027-suspended-words.ts";
import { learnerApp } from "./0028-learner-app.ts";
import { notificationContent } from "./0029-notification-content.ts";
import { adminNotices } from "./0030-admin-notices.ts";
import { administration } from "./0031-administration.ts";
import { settingsSnapshots } from "./0032-settings-snapshots.ts";
import { learnerAdministration } from "./0033-learner-administration.ts";
import { administrationDesk } from "./0034-administration-desk.ts";
import { monitoring } from "./0035-monitoring.ts";
import { engineFigures } from "./0036-engine-figures.ts";
import { advisor } from "./0037-advisor.ts";
import { dashboards } from "./0038-dashboards.ts";
import { resourcePacks } from "./0039-resource-packs.ts";
import { avatarBlobs } from "./0041-avatar-blobs.ts";
import { setupTokens } from "./0042-setup-tokens.ts";
import { backups } from "./0043-backups.ts";
import { restores } from "./0044-restores.ts";
import { updates } from "./0045-updates.ts";
import { reportSnapshots } from "./0046-report-snapshots.ts";
import { ownerBanFlags } from "./0047-owner-ban-flags.ts";
import { answersByLearner } from "./0048-answers-by-learner.ts";
import { learnerGoals } from "./0049-learner-goals.ts";
import { auditNames } from "./0050-audit-names.ts";
import { sealedResetTokens } from "./0051-sealed-reset-tokens.ts";
import { apiKeyGraces } from "./0052-api-key-graces.ts";
import { listOrders } from "./0053-list-orders.ts";
import { engineTrialVersions } from "./0054-engine-trials.ts";
import { reportDurations } from "./0055-report-durations.ts";
import { lockedOut } from "./0056-locked-out.ts";
import { emailChanges } from "./0057-email-changes.ts";
import { auditOrigins } from "./0058-audit-origins.ts";
import { foldedKeys } from "./0059-folded-keys.ts";
import { addedWords } from "./0060-added-words.ts";
import { noticeCodes } from "./0064-notice-codes.ts";
import { ownWords } from "./0065-own-words.ts";
import { pastedWords } from "./0066-pasted-words.ts";
import { readingKeys } from "./0067-reading-keys.ts";
import { imports } from "./0068-imports.ts";
import { deckReviews } from "./0069-deck-reviews.ts";
import { dictionaries } from "./0070-dictionaries.ts";
import { deckNotes } from "./0072-deck-notes.ts";
import { searchRemovals } from "./0073-search-removals.ts";
import { keptReviews } from "./0074-kept-reviews.ts";
import { archiveCharges } from "./0075-archive-charges.ts";
import { media } from "./0076-media.ts";
import { trafficConditions } from "./0077-traffic-conditions.ts";
import { speechCounts } from "./0078-speech-counts.ts";
import { broughtIds } from "./0080-brought-ids.ts";
import { auditDetails } from "./0081-audit-details.ts";
import { importProblems } from "./0082-import-problems.ts";
import type { Migration } from "./migration.ts";

/**
 * All steps in order. Listed, not discovered on disk, so that a bundled build contains them all.
 */
export const migrations: readonly Migration[] = [
  accounts,
  library,
  learning,
  records,
  jobs,
  feedback,
  profile,
  notifications,
  activity,
  content,
  engineConfiguration,
  devices,
  telemetry,
  appEvents,
  probe,
  engineService,
  rowsByNumber,
  removedWords,
  masteryEdges,
  longGaps,
  rowsOfLearners,
  boundedGrowth,
  equalSignIn,
  starterWords,
  suspendedWords,
  learnerApp,
  notificationContent,
  adminNotices,
  administration,
  settingsSnapshots,
  learnerAdministration,
  administrationDesk,
  monitoring,
  engineFigures,
  advisor,
  dashboards,
  resourcePacks,
  avatarBlobs,
  setupTokens,
  backups,
  restores,
  updates,
  reportSnapshots,
  ownerBanFlags,
  answersByLearner,
  learnerGoals,
  auditNames,
  sealedResetTokens,
  apiKeyGraces,
  listOrders,
  engineTrialVersions,
  reportDurations,
  lockedOut,
  emailChanges,
  auditOrigins,
  foldedKeys,
  addedWords,
  noticeCodes,
  ownWords,
  pastedWords,
  readingKeys,
  imports,
  deckReviews,
  dictionaries,
  deckNotes,
  searchRemovals,
  keptReviews,
  archiveCharges,
  media,
  trafficConditions,
  speechCounts,
  broughtIds,
  auditDetails,
  importProblems,
];
