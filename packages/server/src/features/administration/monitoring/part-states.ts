import type { MonitoringHealth, partSentences, SentenceOf, ServicePart } from "@wordloom/contract";
import { counted, inEnglish, type English } from "../../../platform/basics/english.ts";
import { trafficAdvice } from "../../../platform/http/traffic-notes.ts";
import { SENDER_UNSET } from "../../../platform/outside/mail.ts";
import { hindranceTexts } from "../updates/hindrance-texts.ts";

type PartState = MonitoringHealth["services"][ServicePart];
type PartSentence = SentenceOf<typeof partSentences>;

const texts: English<typeof partSentences> = {
  answers: () => "Responding.",
  silent: () => "Not responding.",
  off: ({ setting }) => `Off: ${setting} isn't set.`,
  configured: () => "Configured.",
  ready: () => "Ready.",
  waits_for_database: () => "Waiting for the database.",
  redis_silent: () => "Not responding: events don't reach other processes.",
  workers_on_time: () => "None is overdue.",
  workers_overdue: ({ workers }) => `Overdue: ${workers.join(", ")}.`,
  outbox_unreadable: () => "Can't be read.",
  answer_waits: ({ seconds }) => `An answer has been waiting for ${counted(seconds, "second")}.`,
  dead_letters: ({ count }) => `${counted(count, "dead letter")}.`,
  up_to_date: () => "Up to date.",
  codes_without_links: () => "Mail to learners has codes instead of links: PUBLIC_URL isn't set.",
  mail_without_sender: () =>
    `Mail comes from ${SENDER_UNSET}, which most mail servers refuse: SMTP_FROM isn't set.`,
  model_answers_made_up: () => "Answers are made up: LLM_MOCK is set.",
  backups_unknown: () => "Unknown: the database isn't responding.",
  backup_ahead: () => "The last good backup is dated in the future.",
  backup_missing: () => "There is no good backup.",
  backup_not_due: () => "The first backup isn't due yet.",
  backup_age: ({ ageHours }) =>
    ageHours === 0
      ? "The last good backup is less than an hour old."
      : `The last good backup is ${counted(ageHours, "hour")} old.`,
  packs_never_signed: () => "No pack has been signed here.",
  signing_key_lost: () =>
    "The key that apps know is missing or has changed: packs can't be uploaded.",
  no_address_refused: () => "No address was refused.",
  forwarded_untrusted: () => trafficAdvice.forwarded_untrusted,
  address_refused_auth: () => trafficAdvice.address_refused_auth,
  address_refused_admin_auth: () => trafficAdvice.address_refused_admin_auth,
  address_refused_anonymous: () => trafficAdvice.address_refused_anonymous,
  shared_address_refused: () => trafficAdvice.shared_address_refused,
  platform: (args) => `Off: ${hindranceTexts.platform(args)}`,
  disabled: (args) => `Off: ${hindranceTexts.disabled(args)}`,
  source_checkout: (args) => `Off: ${hindranceTexts.source_checkout(args)}`,
  container: (args) => `Off: ${hindranceTexts.container(args)}`,
  several_processes: (args) => `Off: ${hindranceTexts.several_processes(args)}`,
  read_only: (args) => `Off: ${hindranceTexts.read_only(args)}`,
};

/** A part that works, or is off. */
export function well(sentence: PartSentence): PartState {
  return stateOf(true, sentence);
}

/** A part that needs attention. @param also  further reasons */
export function unwell(sentence: PartSentence, also: readonly PartSentence[] = []): PartState {
  const state = stateOf(false, sentence);
  if (also.length === 0) return state;
  return { ...state, also: also.map((one) => ({ detail: inEnglish(texts, one), ...one })) };
}

function stateOf(healthy: boolean, sentence: PartSentence): PartState {
  return { healthy, detail: inEnglish(texts, sentence), ...sentence };
}
