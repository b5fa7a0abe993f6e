import { accountErasureRoutes } from "./features/account-erasure/account-erasure.routes.ts";
import { activityRoutes } from "./features/activity/activity.routes.ts";
import { dailyAggregation } from "./features/activity-audit/activity-audit.worker.ts";
import { adminAuthRoutes } from "./features/admin-auth/admin-auth.routes.ts";
import { amasRoutes } from "./features/amas/amas.routes.ts";
import { analyticsRoutes } from "./features/analytics/analytics.routes.ts";
import { appEventAnalyticsRoutes } from "./features/app-event-analytics/app-event-analytics.routes.ts";
import {
  appEventRollup,
  appEventTally,
} from "./features/app-event-analytics/app-event-analytics.worker.ts";
import { appEventsRoutes } from "./features/app-events/app-events.routes.ts";
import { appEventCleanup } from "./features/app-events/app-events.worker.ts";
import { authRoutes } from "./features/auth/auth.routes.ts";
import {
  passwordResetCleanup,
  passwordResetDelivery,
  sessionCleanup,
} from "./features/auth/auth.worker.ts";
import { avatarsRoutes } from "./features/avatars/avatars.routes.ts";
import { delayedReward } from "./features/batch-credit/batch-credit.worker.ts";
import { bookProgressRoutes } from "./features/book-progress/book-progress.routes.ts";
import { clientGates } from "./features/client-gates/client-gates.service.ts";
import { clientsRoutes } from "./features/clients/clients.routes.ts";
import { confusablesRoutes } from "./features/confusables/confusables.routes.ts";
import { confusionPairCache } from "./features/confusion-cache/confusion-cache.worker.ts";
import { contentRoutes } from "./features/content/content.routes.ts";
import { dataExportRoutes } from "./features/data-export/data-export.routes.ts";
import { devicesRoutes } from "./features/devices/devices.routes.ts";
import { deviceCleanup, deviceFlush } from "./features/devices/devices.worker.ts";
import { engineConfigurationWorker } from "./features/engine-config/engine-config.worker.ts";
import { engineInputRoutes } from "./features/engine-input/engine-input.routes.ts";
import {
  engineEvents,
  metricsFlush,
  monitoringRetention,
} from "./features/engine-monitoring/engine-monitoring.worker.ts";
import {
  canaryCounts,
  canaryMonitor,
  engineTrials,
} from "./features/engine-trials/engine-trials.worker.ts";
import {
  algorithmOptimization,
  eventIdCleanup,
} from "./features/engine-upkeep/engine-upkeep.worker.ts";
import { favoritesRoutes } from "./features/favorites/favorites.routes.ts";
import { feedbackRoutes } from "./features/feedback/feedback.routes.ts";
import { healthRoutes } from "./features/health/health.routes.ts";
import { heartbeatWatchdog } from "./features/heartbeats/heartbeats.worker.ts";
import { learningRoutes } from "./features/learning/learning.routes.ts";
import { questionsRoutes } from "./features/learning/questions.routes.ts";
import { sessionHistoryRoutes } from "./features/learning-sessions/session-history.routes.ts";
import { legacyFallback } from "./features/legacy/legacy.routes.ts";
import { importLeftovers } from "./features/library-imports/library-imports.worker.ts";
import { manualStatesRoutes } from "./features/manual-states/manual-states.routes.ts";
import { memoryFit } from "./features/memory-fits/memory-fits.worker.ts";
import { metricsRoutes } from "./features/metrics/metrics.routes.ts";
import { notesRoutes } from "./features/notes/notes.routes.ts";
import { notificationsRoutes } from "./features/notifications/notifications.routes.ts";
import {
  badgeAwards,
  forgettingAlert,
  notificationCleanup,
  weeklyReport,
} from "./features/notifications/notifications.worker.ts";
import { openApiRoutes } from "./features/openapi/openapi.routes.ts";
import { packInstallsRoutes } from "./features/pack-installs/pack-installs.routes.ts";
import { preferencesRoutes } from "./features/preferences/preferences.routes.ts";
import { probeRoutes } from "./features/probe/probe.routes.ts";
import { probeCleanup, probeSweeper } from "./features/probe/probe.worker.ts";
import { realtimeRoutes } from "./features/realtime/realtime.routes.ts";
import { recordsRoutes } from "./features/records/records.routes.ts";
import { recordsWorker } from "./features/records/records.worker.ts";
import { semanticSearchRoutes } from "./features/semantic-search/semantic-search.routes.ts";
import { wordEmbeddings } from "./features/semantic-search/semantic-search.worker.ts";
import { starterWordsWorker } from "./features/starter-words/starter-words.worker.ts";
import { statusRoutes } from "./features/status/status.routes.ts";
import { studyConfigRoutes } from "./features/study-config/study-config.routes.ts";
import { maintenanceFollower } from "./features/system-settings/system-settings.worker.ts";
import { telemetryRoutes } from "./features/telemetry/telemetry.routes.ts";
import { telemetryCleanup } from "./features/telemetry/telemetry.worker.ts";
import { telemetryReportsRoutes } from "./features/telemetry-reports/telemetry-reports.routes.ts";
import { upgradesRoutes } from "./features/upgrades/upgrades.routes.ts";
import { userProfileRoutes } from "./features/user-profile/user-profile.routes.ts";
import { userStatsRoutes } from "./features/user-stats/user-stats.routes.ts";
import { usersRoutes } from "./features/users/users.routes.ts";
import { wordImportsRoutes } from "./features/word-imports/word-imports.routes.ts";
import { wordStatesRoutes } from "./features/word-states/word-states.routes.ts";
import { wordbookCenterRoutes } from "./features/wordbook-center/wordbook-center.routes.ts";
import { wordbooksRoutes } from "./features/wordbooks/wordbooks.routes.ts";
import { wordsRoutes } from "./features/words/words.routes.ts";
import { wordAftercare } from "./features/words/words.worker.ts";
import type { Feature } from "./platform/feature.ts";

/** A ban is kept after the account was deleted. */
const bannedDevices = {
  where: "banned_at_ms",
  without: [
    "ip",
    "fingerprint",
    "fingerprint_coarse",
    "model",
    "time_zone",
    "language",
    "profile_json",
  ],
} as const;

const ownWordbooks = { table: "wordbooks", column: "user_id" } as const;

/** The registry: every feature with its routes, workers and tables of personal data. */
export const features: readonly Feature[] = [
  { name: "account-erasure", routes: [accountErasureRoutes] },
  {
    name: "activity",
    routes: [activityRoutes],
    personalTables: [{ table: "daily_activity", column: "user_id" }],
  },
  { name: "activity-audit", workers: [dailyAggregation] },
  { name: "admin-auth", routes: [adminAuthRoutes] },
  {
    name: "amas",
    routes: [amasRoutes],
    personalTables: [
      { table: "amas_events", column: "user_id" },
      { table: "engine_states", column: "user_id" },
    ],
  },
  { name: "analytics", routes: [analyticsRoutes] },
  { name: "answers", personalTables: [{ table: "records", column: "user_id" }] },
  {
    name: "app-event-analytics",
    routes: [appEventAnalyticsRoutes],
    workers: [appEventRollup, appEventTally],
    personalTables: [{ table: "app_event_learners", column: "user_id" }],
  },
  {
    name: "app-events",
    routes: [appEventsRoutes],
    workers: [appEventCleanup],
    personalTables: [{ table: "app_events", column: "user_id" }],
  },
  {
    name: "auth",
    routes: [authRoutes],
    workers: [passwordResetCleanup, passwordResetDelivery, sessionCleanup],
    personalTables: [
      { table: "password_resets", column: "user_id" },
      { table: "sessions", column: "account_id" },
    ],
  },
  { name: "avatars", routes: [avatarsRoutes] },
  { name: "batch-credit", workers: [delayedReward] },
  { name: "book-progress", routes: [bookProgressRoutes] },
  { name: "client-gates", gates: clientGates },
  { name: "clients", routes: [clientsRoutes] },
  { name: "confusables", routes: [confusablesRoutes] },
  { name: "confusion-cache", workers: [confusionPairCache] },
  { name: "content", routes: [contentRoutes] },
  {
    name: "data-export",
    routes: [dataExportRoutes],
    personalTables: [{ table: "data_exports", column: "user_id" }],
  },
  {
    name: "devices",
    routes: [devicesRoutes],
    workers: [deviceCleanup, deviceFlush],
    personalTables: [{ table: "devices", column: "user_id", outlive: bannedDevices }],
  },
  { name: "engine-config", workers: [engineConfigurationWorker] },
  { name: "engine-input", routes: [engineInputRoutes] },
  {
    name: "engine-monitoring",
    workers: [engineEvents, metricsFlush, monitoringRetention],
    personalTables: [{ table: "engine_events", column: "user_id" }],
  },
  {
    name: "engine-trials",
    workers: [canaryCounts, canaryMonitor, engineTrials],
    personalTables: [{ table: "experiment_arms", column: "user_id" }],
  },
  { name: "engine-upkeep", workers: [algorithmOptimization, eventIdCleanup] },
  {
    name: "favorites",
    routes: [favoritesRoutes],
    personalTables: [{ table: "word_favorites", column: "user_id" }],
  },
  {
    name: "feedback",
    routes: [feedbackRoutes],
    personalTables: [{ table: "feedback", column: "user_id" }],
  },
  { name: "fit-requests", personalTables: [{ table: "engine_fits", column: "user_id" }] },
  { name: "health", routes: [healthRoutes] },
  { name: "heartbeats", workers: [heartbeatWatchdog] },
  {
    name: "interval-policies",
    personalTables: [{ table: "engine_policies", column: "user_id" }],
  },
  { name: "learning", routes: [learningRoutes, questionsRoutes] },
  { name: "learning-sessions", routes: [sessionHistoryRoutes] },
  { name: "legacy", fallbacks: [legacyFallback] },
  { name: "library-imports", workers: [importLeftovers] },
  { name: "manual-states", routes: [manualStatesRoutes] },
  { name: "memory-fits", workers: [memoryFit] },
  { name: "metrics", routes: [metricsRoutes] },
  {
    name: "notes",
    routes: [notesRoutes],
    personalTables: [{ table: "word_notes", column: "user_id" }],
  },
  {
    name: "notifications",
    routes: [notificationsRoutes],
    workers: [badgeAwards, forgettingAlert, notificationCleanup, weeklyReport],
    personalTables: [
      { table: "badges", column: "user_id" },
      { table: "notifications", column: "user_id" },
    ],
  },
  { name: "openapi", routes: [openApiRoutes] },
  {
    name: "pack-installs",
    routes: [packInstallsRoutes],
    personalTables: [{ table: "pack_installs", column: "user_id" }],
  },
  {
    name: "preferences",
    routes: [preferencesRoutes],
    personalTables: [{ table: "preferences", column: "user_id" }],
  },
  {
    name: "probe",
    routes: [probeRoutes],
    workers: [probeCleanup, probeSweeper],
    personalTables: [{ table: "probe_requests", column: "user_id" }],
  },
  { name: "realtime", routes: [realtimeRoutes] },
  {
    name: "records",
    routes: [recordsRoutes],
    workers: [recordsWorker],
    personalTables: [{ table: "answer_outbox", column: "user_id" }],
  },
  { name: "semantic-search", routes: [semanticSearchRoutes], workers: [wordEmbeddings] },
  { name: "session-log", personalTables: [{ table: "learning_sessions", column: "user_id" }] },
  { name: "starter-words", workers: [starterWordsWorker] },
  { name: "status", routes: [statusRoutes] },
  {
    name: "study-config",
    routes: [studyConfigRoutes],
    personalTables: [{ table: "study_configs", column: "user_id" }],
  },
  { name: "system-settings", workers: [maintenanceFollower] },
  { name: "telemetry", routes: [telemetryRoutes], workers: [telemetryCleanup] },
  {
    name: "telemetry-reports",
    routes: [telemetryReportsRoutes],
    personalTables: [{ table: "telemetry_reports", column: "user_id" }],
  },
  { name: "upgrades", routes: [upgradesRoutes] },
  {
    name: "user-profile",
    routes: [userProfileRoutes],
    personalTables: [{ table: "user_profiles", column: "user_id" }],
  },
  { name: "user-stats", routes: [userStatsRoutes] },
  { name: "users", routes: [usersRoutes], personalTables: [{ table: "users", column: "id" }] },
  { name: "word-imports", routes: [wordImportsRoutes] },
  {
    name: "word-states",
    routes: [wordStatesRoutes],
    personalTables: [{ table: "word_states", column: "user_id" }],
  },
  {
    name: "wordbook-center",
    routes: [wordbookCenterRoutes],
    personalTables: [
      { table: "wordbook_center_settings", column: "user_id" },
      { table: "wordbook_imports", column: "user_id" },
      { table: "wordbook_import_words", column: "wordbook_id", of: ownWordbooks },
    ],
  },
  {
    name: "wordbooks",
    routes: [wordbooksRoutes],
    personalTables: [
      { table: "wordbooks", column: "user_id" },
      { table: "wordbook_words", column: "wordbook_id", of: ownWordbooks },
    ],
  },
  { name: "words", routes: [wordsRoutes], workers: [wordAftercare] },
];
