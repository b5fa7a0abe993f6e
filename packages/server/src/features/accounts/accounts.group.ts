import type { Feature } from "../../feature.ts";
import { activityLogFeature } from "./activity-log/activity-log.feature.ts";
import { adminAuthFeature } from "./admin-auth/admin-auth.feature.ts";
import { adminNoticesFeature } from "./admin-notices/admin-notices.feature.ts";
import { apiKeysFeature } from "./api-keys/api-keys.feature.ts";
import { auditFeature } from "./audit/audit.feature.ts";
import { authFeature } from "./auth/auth.feature.ts";
import { avatarsFeature } from "./avatars/avatars.feature.ts";
import { emailChangesFeature } from "./email-changes/email-changes.feature.ts";
import { modelCallsFeature } from "./model-calls/model-calls.feature.ts";
import { preferencesFeature } from "./preferences/preferences.feature.ts";
import { settingsFeature } from "./settings/settings.feature.ts";
import { usersFeature } from "./users/users.feature.ts";

/** Accounts, sign-in, preferences, and the audit of administrators' actions. */
export const accounts: readonly Feature[] = [
  auditFeature,
  activityLogFeature,
  settingsFeature,
  usersFeature,
  authFeature,
  emailChangesFeature,
  adminAuthFeature,
  adminNoticesFeature,
  modelCallsFeature,
  apiKeysFeature,
  avatarsFeature,
  preferencesFeature,
];
