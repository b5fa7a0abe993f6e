import type { LearningRecord, ProcessResult } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { toTimestampOrNull } from "../../../platform/time/clock.ts";
import type { Database, OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { dropReads } from "../../../platform/memory/kept-reads.ts";
import { noteAnswers } from "../../progress/activity/activity.service.ts";
import { lockLearners } from "../../adaptation/amas/engine-states.service.ts";
import {
  becameMastered,
  learnFromAnswers,
  type LearnedAnswer,
} from "../../adaptation/amas/learn-from-answers.service.ts";
import { pushUserState } from "../../adaptation/amas/state-events.service.ts";
import {
  insertRecords,
  recordKey,
  recordsByKey,
  toAnswerInput,
  toRecord,
  toRecordRow,
  type AnswerToStore,
  type RecordRow,
} from "../../progress/answers/answers.service.ts";
import { creditAnswers } from "../../progress/learning-sessions/learning-sessions.service.ts";
import { noteLearnersAnswered } from "../../progress/notifications/badges.service.ts";
import { joinedWords, listOwners, movedWords, sees } from "../../library/words/words.service.ts";
import { removeFromOutbox } from "./outbox.repo.ts";
import { removeWaiting } from "./waiting-learners.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "metrics" | "settings"> & {
  readonly events: Pick<Deps["events"], "toUser">;
};

export interface AcceptedAnswer extends AnswerToStore {
  /** Its outbox row, which is removed in the transaction that stores the answer. */
  readonly outboxSeq?: number;
}

export type Applied =
  | { readonly kind: "stored"; readonly record: LearningRecord; readonly result: ProcessResult }
  | { readonly kind: "duplicate"; readonly record: LearningRecord }
  | { readonly kind: "unknown_word" };

interface AppliedInTransaction {
  /** Made at each use, because nobody reads those of answers from the outbox. */
  readonly outcomes: Applied[];
  afterCommit(): void;
}

interface Stored {
  readonly answer: AcceptedAnswer;
  readonly row: RecordRow;
  readonly learned: LearnedAnswer;
}

/**
 * The only way to learn from answers: the immediate path, the batch and the outbox all end here.
 *
 * Records, engine, word states, ratings, session counters, daily totals and the removal of outbox
 * rows form one transaction. Safe to repeat: an answer whose clientRecordId was used before is
 * neither stored nor learned from. Events are published after the commit.
 *
 * @returns one outcome per answer, in the same order
 */
export async function applyAnswers(
  needs: Needs,
  answers: readonly AcceptedAnswer[],
): Promise<Applied[]> {
  const applied = await transact(needs.database, (tx) => applyInTransaction(needs, tx, answers));
  applied.afterCommit();
  return applied.outcomes;
}

/**
 * Like `applyAnswers`, as part of a larger transaction. The caller runs `afterCommit` after its
 * commit.
 */
export async function applyInTransaction(
  needs: Needs,
  tx: OpenTransaction,
  answers: readonly AcceptedAnswer[],
): Promise<AppliedInTransaction> {
  await lockLearners(
    needs,
    tx,
    answers.map(({ userId }) => userId),
  );
  return applyUnderLock(needs, tx, answers);
}

/** Like `applyInTransaction`, in a transaction that has already locked the learners. */
export async function applyUnderLock(
  needs: Needs,
  tx: OpenTransaction,
  answers: readonly AcceptedAnswer[],
): Promise<AppliedInTransaction> {
  const classified = await classify(needs, tx, answers);
  const fresh = classified.flatMap((entry) => (entry.kind === "fresh" ? entry : []));
  const learning = await learnFromAnswers(
    needs,
    tx,
    fresh.map(({ answer, wordIsGone }) => ({ ...toLearn(answer), wordIsGone })),
  );
  const stored = fresh.map(({ answer, row }, index) => {
    const learned = learning.answers[index];
    if (learned === undefined) throw new Error("the engine left an answer out");
    return { answer, row, learned };
  });
  const { dayRules } = learning;
  const studied = await creditAnswers(tx, stored.map(toCredit), dayRules);
  await noteAnswers(tx, { answers: stored.map(toCounted), studied, dayRules });
  await insertRecords(
    tx,
    stored.map(({ row }) => row),
  );
  const removed = await removeFromOutbox(
    tx,
    classified.flatMap(({ kind, answer }) =>
      kind === "unknown_word" ? [] : (answer.outboxSeq ?? []),
    ),
  );
  return {
    get outcomes() {
      return outcomesOf(classified, stored);
    },
    afterCommit() {
      removeWaiting(needs, removed);
      learning.afterCommit();
      for (const { answer } of stored) dropReads(needs, answer.userId);
      noteLearnersAnswered(needs, stored.map(userOf));
      for (const entry of stored) publish(needs, entry);
    },
  };
}

type Classified =
  | { kind: "fresh"; answer: AcceptedAnswer; row: RecordRow; wordIsGone: boolean }
  | { kind: "duplicate"; answer: AcceptedAnswer; row: RecordRow }
  | { kind: "unknown_word"; answer: AcceptedAnswer };

/**
 * Separates new answers from repeats (of earlier answers or within the batch) and from unknown
 * words. An acknowledged answer counts as new even if its word has been deleted since.
 */
async function classify(
  needs: Needs,
  tx: Database,
  sent: readonly AcceptedAnswer[],
): Promise<Classified[]> {
  const { answers, words } = await withWords(tx, sent);
  const usedKeys = await recordsByKey(tx, answers);
  return answers.map((answer) => {
    const key = recordKey(answer);
    const earlier = key === undefined ? undefined : usedKeys.get(key);
    if (earlier !== undefined) return { kind: "duplicate", answer, row: earlier };
    const wordIsGone = !words(answer);
    if (wordIsGone && answer.outboxSeq === undefined) return { kind: "unknown_word", answer };
    const row = toRecordRow(answer, needs.ids.next());
    if (key !== undefined) usedKeys.set(key, row);
    return { kind: "fresh", answer, row, wordIsGone };
  });
}

/**
 * Redirects answers to words that were merged into another, or became the learner's own under
 * another id, and tells of which answers the learner sees the word.
 */
async function withWords(tx: Database, sent: readonly AcceptedAnswer[]) {
  const wordOf = ({ draft }: AcceptedAnswer) => draft.wordId;
  const owners = new Map(await listOwners(tx, sent.map(wordOf)));
  const words = (answer: AcceptedAnswer) => {
    const owner = owners.get(wordOf(answer));
    return owner !== undefined && sees(answer.userId, owner);
  };
  const missing = sent.filter((answer) => !words(answer));
  if (missing.length === 0) return { answers: sent, words };
  const joined = await joinedWords(tx, missing.map(wordOf));
  const into = (answer: AcceptedAnswer) => joined.get(wordOf(answer)) ?? wordOf(answer);
  const moved = await movedWords(
    tx,
    missing.map((answer) => [answer.userId, into(answer)] as const),
  );
  const answers = sent.map((answer) => {
    if (words(answer)) return answer;
    const wordId = moved.get(`${answer.userId}\n${into(answer)}`) ?? into(answer);
    return { ...answer, draft: { ...answer.draft, wordId } };
  });
  const targets = [...joined.values(), ...moved.values()];
  for (const [id, owner] of await listOwners(tx, targets)) owners.set(id, owner);
  return { answers, words };
}

function outcomesOf(classified: readonly Classified[], stored: readonly Stored[]): Applied[] {
  const learnedBy = new Map(stored.map(({ row, learned }) => [row.id, learned]));
  return classified.map((entry) => {
    if (entry.kind === "unknown_word") return { kind: "unknown_word" };
    const record = toRecord(entry.row);
    const learned = learnedBy.get(record.id);
    return entry.kind === "fresh" && learned !== undefined
      ? { kind: "stored", record, result: learned.result }
      : { kind: "duplicate", record };
  });
}

function publish(needs: Needs, { answer, row, learned }: Stored): void {
  const { wordState, state } = learned;
  if (answer.outboxSeq !== undefined) {
    needs.events.toUser(answer.userId, {
      type: "record_applied",
      clientRecordId: row.client_record_id ?? "",
      recordId: row.id,
      wordId: row.word_id,
      state: wordState.state,
      masteryLevel: wordState.mastery_level,
      nextReviewDate: toTimestampOrNull(wordState.next_review_at_ms),
    });
  }
  pushUserState(needs, answer.userId, state);
}

function toLearn({ userId, draft, acceptedAtMs }: AcceptedAnswer) {
  return { userId, rates: true, input: toAnswerInput(draft, acceptedAtMs) };
}

function userOf({ answer }: Stored): string {
  return answer.userId;
}

function toCredit({ answer }: Stored) {
  return {
    userId: answer.userId,
    sessionId: answer.draft.sessionId ?? null,
    atMs: answer.acceptedAtMs,
    isCorrect: answer.draft.isCorrect,
    responseTimeMs: answer.draft.responseTimeMs,
  };
}

function toCounted({ answer, row, learned }: Stored) {
  const { before, hasRated } = learned;
  return {
    userId: answer.userId,
    wordId: row.word_id,
    atMs: answer.acceptedAtMs,
    category: row.record_type,
    isCorrect: answer.draft.isCorrect,
    responseTimeMs: row.response_time_ms,
    lastMetMs: before?.last_answer_at_ms,
    hasRated,
    becameMastered: becameMastered(learned),
  };
}
