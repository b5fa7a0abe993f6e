import type { Migration } from "./migration.ts";

/**
 * What a notification says, in no language, so that it is read in the learner's present one. Title
 * and message are still written, for processes of the version before; older rows have only those.
 */
export const notificationContent: Migration = {
  name: "0029-notification-content",
  statements: [`alter table notifications add column content_json text`],
};
