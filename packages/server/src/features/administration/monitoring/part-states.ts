import type { MonitoringHealth, partSentences, SentenceOf, ServicePart } from "@wordloom/contract";
import { inEnglish, type English } from "../../../platform/basics/english.ts";
import { trafficAdvice } from "../../../platform/http/traffic-notes.ts";
import { SENDER_UNSET } from "../../../platform/outside/mail.ts";
import { hindranceTexts } from "../updates/hindrance-texts.ts";

type PartState = MonitoringHealth["services"][ServicePart];
type PartSentence = SentenceOf<typeof partSentences>;

const texts: English<typeof partSentences> = {
  answers: () => "It answers.",
  silent: () => "It does not answer.",
  off: ({ setting }) => `Off: ${setting} is not set.`,
  configured: () => "Configured.",
  ready: () => "Ready.",
  waits_for_database: () => "It waits for the database.",
  redis_silent: () => "It does not answer; events do not reach other processes.",
  workers_on_time: () => "None is overdue.",
  workers_overdue: ({ workers }) => `Overdue: ${workers.join(", ")}.`,
  outbox_unreadable: () => "It cannot be read.",
  answer_waits: ({ seconds }) => `An answer has been waiting for ${seconds} s.`,
  dead_letters: ({ count }) => `${count} dead letters.`,
  up_to_date: () => "Up to date.",
  codes_without_links: () => "Learners are mailed codes instead of links: PUBLIC_URL is not set.",
  mail_without_sender: () =>
    `Mails come from ${SENDER_UNSET}, which most mail servers refuse: SMTP_FROM is not set.`,
  model_answers_made_up: () => "Answers are made up: LLM_MOCK is set.",
  backups_unknown: () => "The database does not tell.",
  backup_ahead: () => "The last good one is dated in the future.",
  backup_missing: () => "There is no good backup.",
  backup_not_due: () => "The first is not due yet.",
  backup_age: ({ ageHours }) => `The last good one is ${ageHours} hours old.`,
  packs_never_signed: () => "No pack was ever signed here.",
  signing_key_lost: () =>
    "The key that clients know is missing or another one: packs cannot be uploaded.",
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
