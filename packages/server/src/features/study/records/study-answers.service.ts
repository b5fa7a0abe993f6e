import { errors, StudyAnswer, type ErrorCode, type StudyAnswerResult } from "@wordloom/contract";
import type { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { isAccountGone } from "../../../platform/database/account-gone.ts";
import { isStorageUnavailable } from "../../../platform/database/storage-errors.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { requireUser } from "../../accounts/users/users.service.ts";
import { readWordStateBatch } from "../../progress/word-states/word-states.service.ts";
import { applyAnswers, type AcceptedAnswer, type Applied } from "./apply.service.ts";
import { drainOutboxOf } from "./outbox.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "metrics" | "settings"> & {
  readonly events: Pick<Deps["events"], "toAdmins" | "toUser">;
};

/** Maximum age of an answer. An older one is dated at this limit. */
const PAST_MAX_MS = 30 * DAY_MS;

/** How much older than the account an answer may be: visitors study before they register. */
const BEFORE_ACCOUNT_MAX_MS = 7 * DAY_MS;

/** Answers per transaction: enough to share its work, few enough not to block others for long. */
const APPLIED_AT_ONCE = 100;

/** Maximum length of an id echoed in the reply, even if it is too long to be valid. */
const ID_SHOWN_MAX = 256;

/** `failed`: the answer could not be applied because of an internal error. */
type Outcome = Applied | { readonly kind: "failed" };

/** A valid answer and its place in the request. */
interface Timed {
  readonly index: number;
  readonly clientRecordId: string;
  /** By the client's clock. */
  readonly answeredAtMs: number;
  readonly answer: AcceptedAnswer;
}

export interface StudyAnswersOutcome {
  readonly accepted: number;
  readonly duplicates: number;
  readonly failed: number;
  readonly items: StudyAnswerResult[];
}

/**
 * Applies answers given earlier, dated when they were given, before returning. An answer that is
 * invalid or cannot be applied does not affect the others. Safe to repeat, even after a request
 * that failed midway: a clientRecordId that was used before changes nothing.
 *
 * Times are corrected by the difference between `sentAtMs` and the server's clock, which also
 * covers a clock that is wrong by days, and limited to the last 30 days, and to the last week
 * before the account was created. Answers are applied in the order of their times, after the
 * learner's answers in the outbox. Answers from another device that were applied meanwhile keep
 * their place.
 *
 * @param sentAtMs  when the request was sent, by the client's clock
 * @throws AppError UNAVAILABLE  an earlier answer of the learner waits for its next attempt
 */
export async function acceptStudyAnswers(
  needs: Needs,
  learner: Learner,
  sentAtMs: number,
  entries: readonly unknown[],
): Promise<StudyAnswersOutcome> {
  const nowMs = needs.clock.nowMs();
  const { created_at_ms: createdAtMs } = await requireUser(needs.database, learner.id);
  const earliestMs = Math.min(
    nowMs,
    Math.max(createdAtMs - BEFORE_ACCOUNT_MAX_MS, nowMs - PAST_MAX_MS),
  );
  const dated = (answeredAtMs: number) =>
    Math.min(nowMs, Math.max(earliestMs, answeredAtMs + nowMs - sentAtMs));
  const { valid, refused } = parseEntries(learner, entries, dated);
  await drainOutboxOf(needs, learner.id);
  const ordered = valid.toSorted((a, b) => a.answeredAtMs - b.answeredAtMs);
  const outcomes = await applyInOrder(needs, ordered);
  const items = [...refused, ...(await toItems(needs, learner, ordered, outcomes))];
  const count = (outcome: StudyAnswerResult["outcome"]) =>
    items.filter((item) => item.outcome === outcome).length;
  return {
    accepted: count("stored"),
    duplicates: count("duplicate"),
    failed: count("refused"),
    items: items.toSorted((a, b) => a.index - b.index),
  };
}

function parseEntries(
  learner: Learner,
  entries: readonly unknown[],
  dated: (answeredAtMs: number) => number,
): { valid: Timed[]; refused: StudyAnswerResult[] } {
  const valid: Timed[] = [];
  const refused: StudyAnswerResult[] = [];
  for (const [index, sent] of entries.entries()) {
    const parsed = StudyAnswer.safeParse(sent);
    if (!parsed.success) {
      const code = "INVALID_REQUEST_BODY";
      refused.push(refusal({ index, clientRecordId: idAsSent(sent) }, code, faultOf(parsed.error)));
      continue;
    }
    const { answeredAt, ...draft } = parsed.data;
    const answeredAtMs = Date.parse(answeredAt);
    const answer = { userId: learner.id, draft, acceptedAtMs: dated(answeredAtMs) };
    valid.push({ index, clientRecordId: draft.clientRecordId, answeredAtMs, answer });
  }
  return { valid, refused };
}

function faultOf({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`;
}

/** The id for the reply, even if the entry is invalid. */
function idAsSent(sent: unknown): string | null {
  if (typeof sent !== "object" || sent === null || !("clientRecordId" in sent)) return null;
  const { clientRecordId } = sent;
  return typeof clientRecordId === "string" ? clientRecordId.slice(0, ID_SHOWN_MAX) : null;
}

/** @returns one outcome per answer, in the same order */
async function applyInOrder(needs: Needs, answers: readonly Timed[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < answers.length; at += APPLIED_AT_ONCE) {
    const part = answers.slice(at, at + APPLIED_AT_ONCE);
    outcomes.push(...(await applyPart(needs, part)));
    await takeTurns();
  }
  return outcomes;
}

/** If the answers cannot be applied together, applies each on its own. */
async function applyPart(needs: Needs, part: readonly Timed[]): Promise<Outcome[]> {
  try {
    return await applyAnswers(
      needs,
      part.map(({ answer }) => answer),
    );
  } catch (cause) {
    if (isStorageUnavailable(cause) || isAccountGone(cause)) throw cause;
    const [only, ...others] = part;
    if (others.length === 0) {
      const { wordId, clientRecordId } = only?.answer.draft ?? {};
      needs.log.error({ cause, wordId, clientRecordId }, "an answer could not be applied");
      return [{ kind: "failed" }];
    }
    const outcomes: Outcome[] = [];
    for (const answer of part) outcomes.push(...(await applyPart(needs, [answer])));
    return outcomes;
  }
}

async function toItems(
  needs: Needs,
  learner: Learner,
  answers: readonly Timed[],
  outcomes: readonly Outcome[],
): Promise<StudyAnswerResult[]> {
  const wordIds = outcomes.flatMap((outcome) => ("record" in outcome ? outcome.record.wordId : []));
  const states = await readWordStateBatch(needs, learner, [...new Set(wordIds)]);
  const stateOf = new Map(states.map((state) => [state.wordId, state]));
  return answers.map((timed, at) => {
    const outcome = outcomes[at] ?? { kind: "failed" };
    switch (outcome.kind) {
      case "failed":
        return refusal(timed, "INTERNAL");
      case "unknown_word":
        return refusal(timed, "NOT_FOUND", "No such word.");
      default: {
        const { index, clientRecordId } = timed;
        const state = stateOf.get(outcome.record.wordId) ?? null;
        const nextReviewDate = state?.nextReviewDate ?? null;
        return { index, clientRecordId, outcome: outcome.kind, nextReviewDate, state };
      }
    }
  });
}

function refusal(
  { index, clientRecordId }: Pick<StudyAnswerResult, "index" | "clientRecordId">,
  code: ErrorCode,
  message: string = errors[code].message,
): StudyAnswerResult {
  const none = { nextReviewDate: null, state: null };
  return { index, clientRecordId, outcome: "refused", code, message, ...none };
}
