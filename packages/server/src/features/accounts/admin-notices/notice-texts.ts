import type { noticeSentences, SentenceArguments, SentenceOf } from "@wordloom/contract";
import type { English } from "../../../platform/basics/english.ts";

/** The code of a notice, with the arguments of its text. */
export type NoticeSentence = SentenceOf<typeof noticeSentences>;

interface NoticeText {
  readonly title: string;
  readonly message: string;
}

type WeekFigures = SentenceArguments<typeof noticeSentences, "week_was_well">;

/** The texts for mails to administrators and for clients without their own texts. */
export const noticeTexts: English<typeof noticeSentences, NoticeText> = {
  backup_stale: ({ ageHours }) => staleBackup(`The last good backup is ${ageHours} hours old.`),
  backup_missing: () => staleBackup("There is no good backup."),
  backup_ahead: () => staleBackup("The last good backup is dated in the future."),
  backup_failed: () => ({
    title: "A backup failed",
    message: "The log says why. The backups made before are untouched.",
  }),
  update_available: ({ version, channel, current }) => ({
    title: `${version} is available`,
    message: `The channel ${channel} has a newer release than ${current}.`,
  }),
  update_failed: ({ version, error }) => ({
    title: `The update to ${version} failed`,
    message: error,
  }),
  requests_failing: ({ failedPercent, requests }) => ({
    title: "Too many requests fail",
    message: `${failedPercent.toFixed(1)} % of ${requests} requests in five minutes failed.`,
  }),
  worker_overdue: ({ worker, missed }) => ({
    title: `The worker ${worker} is overdue`,
    message: `It has missed ${missed} runs. The log says why.`,
  }),
  answer_given_up: () => ({
    title: "An answer could not be applied",
    message: "It was moved to the dead letters, where it can be tried again or removed.",
  }),
  model_budget_reached: ({ spentYuan, capYuan, resumesOn }) => ({
    title: "The language model's monthly limit is reached",
    message:
      `${spentYuan.toFixed(2)} of ${capYuan} yuan are spent; the model is not asked again before ` +
      `${resumesOn.slice(0, 7)} unless the limit is raised.`,
  }),
  canary_stopped: ({ version, reason }) => ({
    title: "Canary stopped",
    message: `Version ${version} is no longer tried: ${CANARY_REASONS[reason]}.`,
  }),
  week_was_well: (figures) => ({ title: "All was well this week", message: weekText(figures) }),
  week_needs_look: (figures) => ({ title: "The week needs a look", message: weekText(figures) }),
  token_reused: () => ({
    title: "A sign-in was used twice",
    message:
      "A refresh token that had been replaced was used again: it may have been copied. " +
      "The learner was signed out on that device.",
  }),
  admin_locked: ({ email, minutes }) => ({
    title: "An administrator's account was locked",
    message:
      `Five wrong passwords in a row were given for ${email}. ` +
      `It is locked for ${minutes} minutes.`,
  }),
};

const CANARY_REASONS = {
  reward_fell: "the mean reward fell",
  anomalies_rose: "the rate of anomalies rose",
  both: "the mean reward fell, the rate of anomalies rose",
} as const;

function staleBackup(found: string): NoticeText {
  return {
    title: "The last good backup is too old",
    message: `${found} Make one by hand, and see why the daily one fails.`,
  };
}

function weekText(figures: WeekFigures): string {
  const { requests, failed, p95Ms, incidentDays, badRuns, waiting, givenUp, databaseMb } = figures;
  return [
    `Requests: ${requests}, failed: ${failed}` + (p95Ms === 0 ? "." : `, 95 % within ${p95Ms} ms.`),
    `Days with incidents: ${incidentDays}. Failed runs of workers: ${badRuns}.`,
    `Answers waiting: ${waiting}, given up: ${givenUp}.`,
    `Database: ${databaseMb.toFixed(1)} MB.`,
  ].join("\n");
}
