import type { noticeSentences, SentenceArguments, SentenceOf } from "@wordloom/contract";
import { counted, type English } from "../../../platform/basics/english.ts";

/** The code of a notice, with the arguments of its text. */
export type NoticeSentence = SentenceOf<typeof noticeSentences>;

interface NoticeText {
  readonly title: string;
  readonly message: string;
}

type WeekFigures = SentenceArguments<typeof noticeSentences, "week_was_well">;

/** The texts for mails to administrators and for clients without their own texts. */
export const noticeTexts: English<typeof noticeSentences, NoticeText> = {
  backup_stale: ({ ageHours }) => ({
    title: "The last good backup is too old",
    message: `The last good backup is ${counted(ageHours, "hour")} old. ${BACK_UP}`,
  }),
  backup_missing: () => ({ title: "There is no good backup", message: BACK_UP }),
  backup_ahead: () => ({
    title: "The last good backup is dated in the future",
    message: BACK_UP,
  }),
  backup_failed: () => ({
    title: "A backup failed",
    message: "The log says why. Earlier backups are untouched.",
  }),
  update_available: ({ version, channel, current }) => ({
    title: `${version} is available`,
    message: `The ${channel} channel has a newer release than ${current}.`,
  }),
  update_failed: ({ version, error }) => ({
    title: `The update to ${version} failed`,
    message: error,
  }),
  requests_failing: ({ failedPercent, requests }) => ({
    title: "Too many requests are failing",
    message:
      `${failedPercent.toFixed(1)} % of ${counted(requests, "request")} failed ` +
      "in five minutes.",
  }),
  worker_overdue: ({ worker, missed }) => ({
    title: `The worker ${worker} is overdue`,
    message: `It has missed ${counted(missed, "run")}. The log says why.`,
  }),
  answer_given_up: () => ({
    title: "An answer couldn't be applied",
    message: "It was moved to the dead letters. Retry or remove it there.",
  }),
  model_budget_reached: ({ spentDollars, capDollars, spentYuan, capYuan, resumesOn }) => ({
    title: "The language model's monthly limit is reached",
    message:
      `$${spentDollars.toFixed(2)} of $${capDollars.toFixed(2)} spent ` +
      `(${spentYuan.toFixed(2)} of ${capYuan} yuan). The model won't be used again until ` +
      `${resumesOn} unless you raise the limit.`,
  }),
  canary_stopped: ({ version, reason }) => ({
    title: "Canary stopped",
    message: `Version ${version} is no longer tried: ${CANARY_REASONS[reason]}.`,
  }),
  week_was_well: (figures) => ({ title: "All was well this week", message: weekText(figures) }),
  week_needs_look: (figures) => ({
    title: "This week needs attention",
    message: weekText(figures),
  }),
  token_reused: () => ({
    title: "A sign-in was used twice",
    message:
      "A refresh token that had already been replaced was used again, so it may have been " +
      "copied. The learner was signed out on that device.",
  }),
  admin_locked: ({ email, minutes }) => ({
    title: "An administrator's account was locked",
    message:
      `${email}: five wrong passwords in a row. ` +
      `The account is locked for ${counted(minutes, "minute")}.`,
  }),
};

const CANARY_REASONS = {
  reward_fell: "the average reward fell",
  anomalies_rose: "anomalies became more frequent",
  both: "the average reward fell, and anomalies became more frequent",
} as const;

const BACK_UP = "Back up now, and find out why the nightly backup fails.";

function weekText(figures: WeekFigures): string {
  const { requests, failed, p95Ms, incidentDays, badRuns, waiting, givenUp, databaseMb } = figures;
  return [
    `Requests: ${requests}, failed: ${failed}` + (p95Ms === 0 ? "." : `, 95 % within ${p95Ms} ms.`),
    `Days with incidents: ${incidentDays}. Failed worker runs: ${badRuns}.`,
    `Answers waiting: ${waiting}. Dead letters: ${givenUp}.`,
    `Database: ${databaseMb.toFixed(1)} MB.`,
  ].join("\n");
}
