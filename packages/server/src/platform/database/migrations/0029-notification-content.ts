import type { Migration } from "./migration.ts";

/**
 * The content of a notification without a language, so that it is shown in the learner's current
 * one. Title and message are still written for processes of the previous version; older rows have
 * only those.
 */
export const notificationContent: Migration = {
  name: "0029-notification-content",
  statements: [`alter table notifications add column content_json text`],
};
