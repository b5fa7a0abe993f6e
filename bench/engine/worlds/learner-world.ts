import {
  createUserRating,
  createWordRating,
  type LearnerState,
  predictRecall,
  type WordFacts,
  type WordMemory,
} from "@wordloom/engine";
import { expectedScore } from "@wordloom/engine/rating";
import type { BookWord, LearnerBook } from "./learner-book.ts";
import {
  ask,
  createLearnerModel,
  firmWords,
  GUESS,
  knownWords,
  type LearnerModel,
} from "./learner-model.ts";
import { mean } from "../statistics/metrics.ts";
import {
  type Account,
  DAY_MS,
  endSession,
  nextBatch,
  openAccount,
  refit,
  settleRewards,
  takeAnswer,
  type ServiceOptions,
} from "./small-service.ts";

const SESSION_MINUTES = 20;
export const FIRM_DAYS = 30;
const DAY_SECONDS = 86_400;
/** Pause between an answer and the next question. */
const OVERHEAD_SECONDS = 2;
const FORECAST_DAYS = 14;
/** Earlier, a learner has too few words for a forecast of the load. */
const FORECAST_FROM_DAY = 30;

/** A prediction with its outcome, and the true probability. */
export interface Prediction {
  readonly p: number;
  readonly outcome: 0 | 1;
  readonly truth: number;
  readonly day: number;
  /** Minutes into the session. */
  readonly minutes: number;
  /** Days between the word's last answer and its due date; 0 for a new word. */
  readonly intervalDays: number;
  /** Number of learners who had seen the word before. */
  readonly met: number;
}

export interface LearnerRun {
  /** Expected number of words recalled on the day after the last. */
  readonly known: number;
  /** Words whose recall stays above 0.9 for a month. */
  readonly firm: number;
  readonly started: number;
  /** Time studied, all sessions. */
  readonly minutes: number;
  readonly answers: number;
  readonly right: number;
  readonly batches: number;
  /** Number of batches that got the second part of their reward. */
  readonly settled: number;
  /** Words overdue after the session, mean over the evenings. */
  readonly overdue: number;
  /** Answers to words within a day of their due date. */
  readonly atDue: readonly Prediction[];
  /** First answers to a word. */
  readonly first: readonly Prediction[];
  /** Words due on the next fourteen days, sd over mean; mean over the evenings. */
  readonly unevenness: number;
}

/** One question with its answer, and the service's knowledge before it. */
interface Watched {
  readonly learner: LearnerState;
  readonly memory: WordMemory;
  readonly atMs: number;
  readonly isCorrect: boolean;
  readonly seconds: number;
}

export interface Course {
  readonly seed: number;
  readonly days: number;
  /** Called for every answer to a word met before. */
  readonly watch?: (watched: Watched) => void;
}

interface Life {
  readonly model: LearnerModel;
  readonly book: LearnerBook;
  readonly words: ReadonlyMap<string, BookWord>;
  readonly account: Account;
  readonly atDue: Prediction[];
  readonly first: Prediction[];
  readonly unevenness: number[];
  readonly overdue: number[];
  readonly watch: Course["watch"];
  seconds: number;
  answers: number;
  right: number;
  batches: number;
  settled: number;
}

/** Studies twenty minutes every noon for some months, with the engine as in the service. */
export function simulateLearner(
  terms: ServiceOptions,
  book: LearnerBook,
  { seed, days, watch }: Course,
): LearnerRun {
  const life = begin(terms, book, seed, watch);
  for (let day = 0; day < days; day++) {
    study(life, day);
    const nightMs = (day + 1) * DAY_MS - 1;
    life.settled += settleRewards(life.account, nightMs);
    refit(life.account, nightMs);
    life.overdue.push(dueWords(life, nightMs));
    if (day >= FORECAST_FROM_DAY) life.unevenness.push(unevennessOf(life.account, day));
  }
  const { model, account, answers, right, batches, settled, atDue, first } = life;
  return {
    known: knownWords(model, days),
    firm: firmWords(model, FIRM_DAYS),
    started: account.memories.size,
    minutes: life.seconds / 60,
    answers,
    right,
    batches,
    settled,
    overdue: mean(life.overdue),
    atDue,
    first,
    unevenness: life.unevenness.length === 0 ? 0 : mean(life.unevenness),
  };
}

function begin(
  terms: ServiceOptions,
  book: LearnerBook,
  seed: number,
  watch: Course["watch"],
): Life {
  return {
    model: createLearnerModel(seed),
    book,
    words: new Map(book.book.map((word) => [word.facts.id, word])),
    account: openAccount(terms, book.ratings),
    atDue: [],
    first: [],
    unevenness: [],
    overdue: [],
    watch,
    seconds: 0,
    answers: 0,
    right: 0,
    batches: 0,
    settled: 0,
  };
}

function study(life: Life, day: number): void {
  const { account, book } = life;
  const startedAtMs = day * DAY_MS + DAY_MS / 2;
  const before = { answers: life.answers, right: life.right };
  const facts = book.book.map((word) => word.facts);
  let [seconds, risenWords] = [0, 0];
  const now = () => startedAtMs + Math.round(seconds * 1000);
  while (seconds < SESSION_MINUTES * 60) {
    life.settled += settleRewards(account, now());
    const wordIds = nextBatch(account, facts, now());
    if (wordIds.length === 0) break;
    life.batches++;
    for (const wordId of wordIds) {
      if (seconds >= SESSION_MINUTES * 60) break;
      const done = question(life, wordId, now(), seconds / 60);
      seconds += done.seconds + OVERHEAD_SECONDS;
      if (done.isRisen) risenWords++;
    }
  }
  life.seconds += seconds;
  const answers = Math.max(life.answers - before.answers, 1);
  const accuracy = (life.right - before.right) / answers;
  const avgResponseTimeMs = Math.round((seconds * 1000) / answers);
  const endedAtMs = now();
  endSession(account, { startedAtMs, endedAtMs, accuracy, avgResponseTimeMs, risenWords });
}

function dueWords({ account }: Life, nowMs: number): number {
  const memories = [...account.memories.values()];
  return memories.filter(({ dueAtMs }) => dueAtMs !== null && dueAtMs <= nowMs).length;
}

function question(
  life: Life,
  wordId: string,
  atMs: number,
  minutes: number,
): { seconds: number; isRisen: boolean } {
  const { account, model, book } = life;
  const { facts, hidden } = life.words.get(wordId) as BookWord;
  const memory = account.memories.get(wordId);
  const p = expectation(life, facts, memory, atMs);
  const day = atMs / DAY_MS;
  const { isCorrect, seconds, truth } = ask(model, { wordId, difficulty: hidden, day, minutes });
  const met = book.met.get(wordId) ?? 0;
  const intervalDays = (memory?.intervalSecs ?? 0) / DAY_SECONDS;
  const outcome = isCorrect ? 1 : 0;
  const prediction: Prediction = { p, outcome, truth, day, minutes, intervalDays, met };
  if (memory === undefined) {
    life.first.push(prediction);
    book.met.set(wordId, met + 1);
  } else {
    if (isAtDue(memory, atMs)) life.atDue.push(prediction);
    life.watch?.({ learner: account.learner, memory, atMs, isCorrect, seconds });
  }
  const { before, after } = takeAnswer(account, { word: facts, atMs, isCorrect, seconds });
  life.answers++;
  if (isCorrect) life.right++;
  return { seconds, isRisen: after.level === "MASTERED" && before.level !== "MASTERED" };
}

/** The engine's prediction: for a new word from ratings and guessing, else from its memory. */
function expectation(
  { account }: Life,
  word: WordFacts,
  memory: WordMemory | undefined,
  atMs: number,
): number {
  const { learner, terms, ratings } = account;
  if (memory !== undefined) return predictRecall(learner, memory, atMs, terms.parameters);
  const user = learner.rating ?? createUserRating(terms.parameters);
  const rating = ratings.get(word.id) ?? createWordRating(word, terms.parameters);
  return GUESS + (1 - GUESS) * expectedScore(user.elo, rating.elo);
}

function isAtDue({ dueAtMs }: WordMemory, atMs: number): boolean {
  return dueAtMs !== null && atMs >= dueAtMs && atMs < dueAtMs + DAY_MS;
}

function unevennessOf({ dueByDay }: Account, today: number): number {
  const loads = Array.from(
    { length: FORECAST_DAYS },
    (_, i) => dueByDay[String(today + 1 + i)] ?? 0,
  );
  const level = mean(loads);
  return Math.sqrt(mean(loads.map((load) => (load - level) ** 2))) / Math.max(level, 1);
}
