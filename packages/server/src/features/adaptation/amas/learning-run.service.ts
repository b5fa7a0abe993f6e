import {
  createMemory,
  type AnswerInput,
  type RatingState,
  type RecallTargets,
  type WordFacts,
  type WordMemory,
} from "@wordloom/engine";
import type { Meter } from "@wordloom/engine/monitoring";
import { memoryFromJson } from "@wordloom/engine/stored";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { parametersInForce } from "../engine-config/engine-config.service.ts";
import { engineMeter } from "../engine-monitoring/engine-counters.service.ts";
import type { Decision } from "../engine-monitoring/engine-events.service.ts";
import type { ArmObservation } from "../engine-trials/arm-stats.service.ts";
import { parametersOf, type ParametersOf } from "../engine-trials/learner-parameters.service.ts";
import { targetsOf } from "../schedule/interval-policies.service.ts";
import type { LoggedAction } from "../../accounts/activity-log/activity-log.service.ts";
import { listDayRules } from "../../accounts/preferences/preferences.service.ts";
import type { DayRules } from "../../../platform/time/local-day.ts";
import { openReviewLoad, type ReviewLoad } from "../schedule/review-load.service.ts";
import {
  listWordStatesOf,
  type WordStateRow,
} from "../../progress/word-states/word-states.service.ts";
import { knownWords } from "../../library/words/words.service.ts";
import { openEngineStates, type OpenStates } from "./engine-states.service.ts";
import { openWordRatings } from "./word-ratings.service.ts";
import { findRelatedWords, type LearnerWord, type RelatedWords } from "./related-words.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "metrics" | "settings">;

/** An answer to learn from. The learner's UTC offset and start of day are added later. */
export interface AnswerToLearn {
  readonly userId: string;
  readonly input: Omit<AnswerInput, "utcOffsetMinutes" | "dayStartHour">;
  /** Recorded answers change the ratings of word and learner; events do not. */
  readonly rates: boolean;
  /**
   * The word was deleted after the answer was acknowledged. The answer counts for the learner, and
   * nothing is stored about the word.
   */
  readonly wordIsGone?: boolean;
}

/** Data for processing a series of answers, and the changes they cause. */
export interface LearningRun {
  readonly nowMs: number;
  readonly served: ParametersOf;
  readonly targetsOf: (userId: string) => RecallTargets;
  readonly meter: Meter;
  readonly states: OpenStates;
  readonly words: ReadonlyMap<string, WordFacts>;
  readonly dayRules: ReadonlyMap<string, DayRules>;
  readonly reviewLoad: ReviewLoad;
  /** States of the answered words, by `stateKey`. */
  readonly wordStates: Map<string, WordStateRow>;
  readonly related: RelatedWords;
  readonly memories: Map<string, WordMemory>;
  readonly ratings: Map<string, RatingState>;
  /** The ratings as read. */
  readonly ratingsBefore: ReadonlyMap<string, RatingState>;
  /** Ratings changed by an answer, to be stored. */
  readonly newRatings: Map<string, RatingState>;
  /** Whether a learner is due for a fit, as of the last answer. */
  readonly fitsDue: Map<string, boolean>;
  /** Learners whose fatigue has risen above the alert threshold. */
  readonly alerts: LoggedAction[];
  /** For engine monitoring. */
  readonly decisions: Decision[];
  /** Observations about a canary. */
  readonly armObservations: ArmObservation[];
}

/** Reads the data in a handful of statements, however many answers there are. */
export async function openLearningRun(
  needs: Needs,
  tx: Database,
  answers: readonly AnswerToLearn[],
): Promise<LearningRun> {
  const userIds = [...new Set(answers.map((answer) => answer.userId))].sort();
  const wordIds = [...new Set(answers.map((answer) => answer.input.wordId))].sort();
  // Reads the learners' rows first: they are the lock under which everything else is read.
  const states = await openEngineStates(needs, tx, userIds);
  const served = await parametersOf(needs, tx, userIds, { exposed: true });
  const words = await wordsOf(needs, tx, wordIds, goneIn(answers));
  const answered = answers.map(({ userId, input }) => ({ userId, wordId: input.wordId }));
  const found = await findRelatedWords(needs, tx, answered, { words, served });
  const rows = await listWordStatesOf(tx, distinct([...answered, ...found.required]));
  const rowOf = new Map(rows.map((row) => [stateKey(row.user_id, row.word_id), row]));
  const dayRules = await listDayRules(tx, userIds, needs.settings.APP_TIMEZONE);
  const timed = answers.map(({ userId, input }) => ({ userId, atMs: input.atMs }));
  const rated = new Set(
    answers.flatMap((answer) => (ratesWord(answer) ? answer.input.wordId : [])),
  );
  const ratings = await openWordRatings(tx, wordIds, {
    words: [...words.values()].filter((word) => rated.has(word.id)),
    parameters: parametersInForce(needs).parameters,
  });
  const targets = await targetsOf(needs, tx, userIds, { states, served });
  return {
    nowMs: needs.clock.nowMs(),
    served,
    targetsOf: targets,
    meter: engineMeter(needs),
    states,
    words,
    dayRules,
    reviewLoad: await openReviewLoad(tx, timed, { states, served, targetsOf: targets, dayRules }),
    wordStates: pick(rowOf, answered),
    related: { ...found, rows: rowOf },
    memories: new Map(),
    ratings,
    ratingsBefore: new Map(ratings),
    newRatings: new Map(),
    fitsDue: new Map(),
    alerts: [],
    decisions: [],
    armObservations: [],
  };
}

/** Words about which nothing may be stored. */
export function goneIn(answers: readonly AnswerToLearn[]): ReadonlySet<string> {
  return new Set(answers.flatMap(({ wordIsGone, input }) => (wordIsGone ? input.wordId : [])));
}

/** Whether an answer changes the rating of its word. */
export function ratesWord({ rates, wordIsGone = false }: AnswerToLearn): boolean {
  return rates && !wordIsGone;
}

/** Facts about words; none for deleted words. */
async function wordsOf(
  needs: Needs,
  tx: Database,
  wordIds: readonly string[],
  gone: ReadonlySet<string>,
): Promise<ReadonlyMap<string, WordFacts>> {
  const words = new Map<string, WordFacts>(await knownWords(needs, wordIds, tx));
  for (const id of gone) words.set(id, { id, text: "", difficulty: null });
  return words;
}

/** The learner's memory of a word, after the earlier answers of the run. */
export function memoryIn(run: LearningRun, userId: string, row: WordStateRow): WordMemory {
  const open = run.memories.get(stateKey(userId, row.word_id));
  if (open !== undefined) return open;
  return row.memory_json === null ? createMemory(row.word_id) : memoryFromJson(row.memory_json);
}

function distinct(pairs: readonly LearnerWord[]): LearnerWord[] {
  return [...new Map(pairs.map((pair) => [stateKey(pair.userId, pair.wordId), pair])).values()];
}

function pick(rows: ReadonlyMap<string, WordStateRow>, pairs: readonly LearnerWord[]) {
  const picked = new Map<string, WordStateRow>();
  for (const { userId, wordId } of pairs) {
    const key = stateKey(userId, wordId);
    const row = rows.get(key);
    if (row !== undefined) picked.set(key, row);
  }
  return picked;
}

/** Map key for a learner's word. */
export function stateKey(userId: string, wordId: string): string {
  return `${userId}\n${wordId}`;
}
