import {
  createMemory,
  createWordRating,
  halfLifeHours,
  processAnswer,
  localDay,
  type AnswerInput,
  type Meter,
  type Parameters,
  type ProcessOutcome,
  type RatingState,
  type WordFacts,
  type WordMemory,
  memoryFromJson,
} from "@wordloom/engine";
import type { ProcessResult, WordStateName } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { listDayRules, type DayRules } from "../preferences/preferences.service.ts";
import {
  listWordStatesOf,
  newWordState,
  saveWordStates,
  type WordStateRow,
} from "../word-states/word-states.service.ts";
import { knownWords } from "../words/words.service.ts";
import { utcOffsetMinutes } from "../../platform/local-day.ts";
import { parametersInForce } from "../engine-config/engine-config.service.ts";
import { engineMeter } from "../engine-monitoring/engine-counters.service.ts";
import { noteDecisions, type Decision } from "../engine-monitoring/engine-events.service.ts";
import { noteArms, type ArmNote } from "../engine-trials/arm-stats.service.ts";
import {
  parametersOf,
  type LearnerParameters,
  type ParametersOf,
} from "../engine-trials/learner-parameters.service.ts";
import { batchAsking, noteAnswer } from "../handed-batches/handed-batches.service.ts";
import { openEngineStates, type OpenStates } from "./engine-states.service.ts";
import { requestFits } from "./fit-requests.service.ts";
import { sessionIdOr, toProcessResult } from "./user-state.ts";
import { keepWordRatings, openWordRatings } from "./word-ratings.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "metrics" | "settings">;

/** One answer the engine is to learn from. The learner's local day is added here. */
export interface AnswerToLearn {
  readonly userId: string;
  readonly input: Omit<AnswerInput, "utcOffsetMinutes" | "dayStartHour">;
  /** Recorded answers rate word and learner; bare events do not. */
  readonly rates: boolean;
}

/** What one answer changed. */
export interface Lesson {
  readonly result: ProcessResult;
  readonly wordState: WordStateRow;
  /** undefined when the learner had not met the word. */
  readonly before: WordStateRow | undefined;
}

export interface Lessons {
  /** In the order of the answers. */
  readonly lessons: readonly Lesson[];
  /** Where the days of the learners begin; there is an entry for everyone who answered. */
  readonly dayRules: ReadonlyMap<string, DayRules>;
  /** To be called once the transaction has been committed, never otherwise. */
  afterCommit(): void;
}

/**
 * Lets the engine learn from answers, in their order, inside the caller's transaction.
 *
 * Gather, decide, apply: everything the engine may look at is read in a handful of statements, then
 * the pure engine goes through the answers one by one, then everything is written in a handful of
 * statements. One answer and a batch of a hundred take the same path.
 *
 * @throws Error  a word does not exist: the caller checks that first
 */
export async function learnFromAnswers(
  needs: Needs,
  tx: Database,
  answers: readonly AnswerToLearn[],
): Promise<Lessons> {
  const lecture = await gather(needs, tx, answers);
  const lessons = answers.map((answer) => learn(needs, lecture, answer));
  await saveWordStates(tx, [...lecture.wordStates.values()]);
  await keepWordRatings(needs, tx, lecture.newRatings);
  await lecture.states.save();
  const fitsRequested = await requestFits(needs, tx, lecture.fitsDue);
  const { states, dayRules } = lecture;
  return {
    lessons,
    dayRules,
    afterCommit() {
      states.afterCommit();
      fitsRequested();
      noteDecisions(needs, lecture.decisions);
      noteArms(needs, lecture.armNotes);
    },
  };
}

/** Everything a run of answers may look at, and where their changes collect. */
interface Lecture {
  readonly nowMs: number;
  readonly served: ParametersOf;
  readonly meter: Meter;
  readonly states: OpenStates;
  readonly words: ReadonlyMap<string, WordFacts>;
  readonly dayRules: ReadonlyMap<string, DayRules>;
  readonly wordStates: Map<string, WordStateRow>;
  readonly memories: Map<string, WordMemory>;
  readonly ratings: Map<string, RatingState>;
  /** Those that an answer has changed. */
  readonly newRatings: Map<string, RatingState>;
  /** Whether the memory of a learner wants to be fitted, as of the last answer. */
  readonly fitsDue: Map<string, boolean>;
  /** What the operator may want to see of them. */
  readonly decisions: Decision[];
  /** What they tell about a canary. */
  readonly armNotes: ArmNote[];
}

async function gather(
  needs: Needs,
  tx: Database,
  answers: readonly AnswerToLearn[],
): Promise<Lecture> {
  const userIds = [...new Set(answers.map((answer) => answer.userId))].sort();
  const wordIds = [...new Set(answers.map((answer) => answer.input.wordId))].sort();
  // The learners' rows first: they are the lock under which everything else is read.
  const states = await openEngineStates(needs, tx, userIds);
  const pairs = answers.map(({ userId, input }) => ({ userId, wordId: input.wordId }));
  const stateRows = await listWordStatesOf(tx, distinctPairs(pairs));
  const words = await knownWords(needs, wordIds, tx);
  const served = await parametersOf(needs, tx, userIds, { exposed: true });
  const rated = new Set(answers.flatMap(({ rates, input }) => (rates ? input.wordId : [])));
  return {
    nowMs: needs.clock.nowMs(),
    served,
    meter: engineMeter(needs),
    states,
    words,
    dayRules: await listDayRules(tx, userIds, needs.settings.APP_TIMEZONE),
    wordStates: new Map(stateRows.map((row) => [pairKey(row.user_id, row.word_id), row])),
    memories: new Map(),
    ratings: await openWordRatings(needs, tx, wordIds, {
      words: [...words.values()].filter((word) => rated.has(word.id)),
      parameters: parametersInForce(needs).parameters,
    }),
    newRatings: new Map(),
    fitsDue: new Map(),
    decisions: [],
    armNotes: [],
  };
}

function learn(needs: Needs, lecture: Lecture, answer: AnswerToLearn): Lesson {
  const { userId, input } = answer;
  const key = pairKey(userId, input.wordId);
  const before = lecture.wordStates.get(key);
  const base = before ?? newWordState(userId, input.wordId, lecture.nowMs);
  const startedMs = needs.clock.monotonicMs();
  const batchId = batchAsking(lecture.states.batches(userId), input.wordId, input.atMs);
  const { outcome, served } = decide(lecture, answer, base, batchId);
  const latencyMs = needs.clock.monotonicMs() - startedMs;
  needs.metrics.processEvent(latencyMs / 1000);

  const learned = answer.rates ? outcome : withoutRating(lecture, answer, outcome);
  lecture.fitsDue.set(userId, outcome.fitDue);
  lecture.memories.set(key, learned.memory);
  if (answer.rates) {
    lecture.ratings.set(input.wordId, learned.wordRating);
    lecture.newRatings.set(input.wordId, learned.wordRating);
  }
  const wordState = toWordStateRow(served.parameters, base, learned, input.atMs);
  lecture.wordStates.set(key, wordState);
  const word = { batchId, before: base, after: wordState };
  creditInBatches(lecture, answer, learned, word, served.parameters);
  const sessionId = sessionIdOr(input.sessionId, userId);
  monitor(lecture, { userId, sessionId, latencyMs, event: outcome.monitoring }, served);
  const result = toProcessResult(learned.result, sessionId);
  return { result, wordState, before };
}

/** What is kept of a decision: all that the engine picks, and every one in an experiment. */
function monitor(
  lecture: Lecture,
  decided: Omit<Decision, "configVersion" | "experimentArm">,
  { versionHash: configVersion, experimentArm, seat }: LearnerParameters,
): void {
  const { event } = decided;
  const { rewardValue: reward, isAnomaly } = event;
  if (seat !== null) lecture.armNotes.push({ ...seat, reward, isAnomaly });
  if (!event.store && experimentArm === null) return;
  lecture.decisions.push({ ...decided, configVersion, experimentArm });
}

/** Under a canary's parameters a failure of the engine is answered by those in force. */
function decide(
  lecture: Lecture,
  answer: AnswerToLearn,
  before: WordStateRow,
  batchId: string | undefined,
): { outcome: ProcessOutcome; served: LearnerParameters } {
  const served = lecture.served(answer.userId);
  const { wordId } = answer.input;
  if (!lecture.words.has(wordId)) throw new Error(`word ${wordId} does not exist`);
  try {
    return { outcome: decideUnder(served, lecture, answer, before, batchId), served };
  } catch (error) {
    lecture.meter.fail("mdm");
    const { stable, seat } = served;
    if (stable === undefined) throw error;
    if (seat !== null) lecture.armNotes.push({ ...seat, reward: -1, isAnomaly: true });
    return { outcome: decideUnder(stable, lecture, answer, before, batchId), served: stable };
  }
}

function decideUnder(
  { parameters }: LearnerParameters,
  lecture: Lecture,
  answer: AnswerToLearn,
  before: WordStateRow,
  batchId: string | undefined,
): ProcessOutcome {
  const { userId, input } = answer;
  const word = lecture.words.get(input.wordId) as WordFacts;
  const learner = lecture.states.get(userId);
  const rules = rulesOf(lecture, userId);
  return processAnswer(
    learner,
    memoryOf(lecture, userId, before),
    {
      ...input,
      utcOffsetMinutes: utcOffsetMinutes(input.atMs, rules.timeZone),
      dayStartHour: rules.dayStartHour,
    },
    parameters,
    {
      word,
      wordRating: lecture.ratings.get(word.id) ?? createWordRating(word, parameters),
      seed: learner.seed,
      meter: lecture.meter,
      ...(batchId !== undefined && { batchId }),
    },
  );
}

/** Keeps the learner as the answer left them, with what it means for batches handed out before. */
function creditInBatches(
  lecture: Lecture,
  { userId, input }: AnswerToLearn,
  { learner, result }: ProcessOutcome,
  word: { batchId: string | undefined; before: WordStateRow; after: WordStateRow },
  parameters: Parameters,
): void {
  const { timeZone, dayStartHour } = rulesOf(lecture, userId);
  const pupil = { learner, batches: lecture.states.batches(userId) };
  const seen = {
    wordId: input.wordId,
    atMs: input.atMs,
    isCorrect: input.isCorrect,
    seconds: input.responseTimeMs / 1000,
    stabilityBefore: word.before.stability_days,
    stabilityAfter: word.after.stability_days,
    targetRecall: result.explanation.factors.find(({ name }) => name === "recallTarget")?.value,
    dayOf: (atMs: number) => localDay(atMs, utcOffsetMinutes(atMs, timeZone), dayStartHour),
  };
  const noted = noteAnswer(pupil, word.batchId, seen, parameters);
  lecture.states.set(userId, noted.learner, noted.batches);
}

function rulesOf(lecture: Lecture, userId: string): DayRules {
  return lecture.dayRules.get(userId) ?? { timeZone: "UTC", dayStartHour: 0 };
}

function memoryOf(lecture: Lecture, userId: string, row: WordStateRow): WordMemory {
  const open = lecture.memories.get(pairKey(userId, row.word_id));
  if (open !== undefined) return open;
  return row.memory_json === null ? createMemory(row.word_id) : memoryFromJson(row.memory_json);
}

/** Only recorded answers rate: an event leaves both ratings as they were. */
function withoutRating(
  lecture: Lecture,
  answer: AnswerToLearn,
  outcome: ProcessOutcome,
): ProcessOutcome {
  const { rating } = lecture.states.get(answer.userId);
  return { ...outcome, learner: { ...outcome.learner, rating } };
}

function toWordStateRow(
  parameters: Parameters,
  before: WordStateRow,
  outcome: ProcessOutcome,
  atMs: number,
): WordStateRow {
  const { memory } = outcome;
  return {
    ...before,
    state: memory.level.toLowerCase() as WordStateName,
    mastery_level: outcome.result.wordMastery?.memoryStrength ?? before.mastery_level,
    next_review_at_ms: memory.dueAtMs,
    half_life_hours: halfLifeHours(outcome.learner, memory, parameters),
    correct_streak: memory.streak,
    total_attempts: memory.attempts,
    stability_days: memory.trace?.stability ?? 0,
    last_answer_at_ms: atMs,
    memory_json: JSON.stringify(memory),
    updated_at_ms: atMs,
  };
}

function distinctPairs(pairs: readonly { userId: string; wordId: string }[]) {
  return [...new Map(pairs.map((pair) => [pairKey(pair.userId, pair.wordId), pair])).values()];
}

function pairKey(userId: string, wordId: string): string {
  return `${userId}\n${wordId}`;
}
