import type { healthSentences, SentenceOf } from "@wordloom/contract";
import { inEnglish, type English } from "../../../platform/basics/english.ts";

/** Why the service is not well, or not ready. */
export type Reason = SentenceOf<typeof healthSentences>;

const texts: English<typeof healthSentences> = {
  database_silent: () => "The database does not answer.",
  disk_full: () => "The disk is full: nothing can be stored.",
  database_read_only: () => "The database takes no writes; nothing can be stored.",
  requests_failing: () => "More than 1 % of requests fail.",
  outbox_unreadable: () => "The outbox cannot be read.",
  answers_wait: () => "Answers wait longer than a minute to be applied.",
  disk_nearly_full: () => "The disk is nearly full.",
  redis_silent: () => "Redis does not answer; events do not reach other processes.",
  backup_stale: () => "backup_stale",
  workers_overdue: ({ workers }) => `Workers are overdue: ${workers.join(", ")}.`,
  migrations_pending: ({ count }) => `${count} migrations are pending.`,
  workers_not_started: () => "Workers have not been started.",
};

/** Reasons as a reply has them: in English, and by code. */
export function saidReasons(reasonDetails: Reason[]) {
  return { reasons: reasonDetails.map((reason) => inEnglish(texts, reason)), reasonDetails };
}
