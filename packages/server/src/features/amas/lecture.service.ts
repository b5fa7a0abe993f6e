import {
  createMemory,
  memoryFromJson,
  type AnswerInput,
  type Meter,
  type RatingState,
  type SspPolicy,
  type WordFacts,
  type WordMemory,
} from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { parametersInForce } from "../engine-config/engine-config.service.ts";
import { engineMeter } from "../engine-monitoring/engine-counters.service.ts";
import type { Decision } from "../engine-monitoring/engine-events.service.ts";
import type { ArmNote } from "../engine-trials/arm-stats.service.ts";
import { parametersOf, type ParametersOf } from "../engine-trials/learner-parameters.service.ts";
import { policiesOf } from "../interval-policies/interval-policies.service.ts";
import { listDayRules, type DayRules } from "../preferences/preferences.service.ts";
import { openReviewLoad, type ReviewLoad } from "../review-load/review-load.service.ts";
import { listWordStatesOf, type WordStateRow } from "../word-states/word-states.service.ts";
import { knownWords } from "../words/words.service.ts";
import { openEngineStates, type OpenStates } from "./engine-states.service.ts";
import { openWordRatings } from "./word-ratings.service.ts";
import { findRelatives, type Relatives } from "./word-relatives.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "metrics" | "settings">;

/** One answer the engine is to learn from. The learner's local day is added here. */
export interface AnswerToLearn {
  readonly userId: string;
  readonly input: Omit<AnswerInput, "utcOffsetMinutes" | "dayStartHour">;
  /** Recorded answers rate word and learner; bare events do not. */
  readonly rates: boolean;
}

/** Everything a run of answers may look at, and where their changes collect. */
export interface Lecture {
  readonly nowMs: number;
  readonly served: ParametersOf;
  readonly policyOf: (userId: string) => SspPolicy | undefined;
  readonly meter: Meter;
  readonly states: OpenStates;
  readonly words: ReadonlyMap<string, WordFacts>;
  readonly dayRules: ReadonlyMap<string, DayRules>;
  readonly reviewLoad: ReviewLoad;
  /** By `wordKey`; those the answers are about. */
  readonly wordStates: Map<string, WordStateRow>;
  readonly relatives: Relatives;
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

/** Reads all of it in a handful of statements, however many answers there are. */
export async function gatherLecture(
  needs: Needs,
  tx: Database,
  answers: readonly AnswerToLearn[],
): Promise<Lecture> {
  const userIds = [...new Set(answers.map((answer) => answer.userId))].sort();
  const wordIds = [...new Set(answers.map((answer) => answer.input.wordId))].sort();
  // The learners' rows first: they are the lock under which everything else is read.
  const states = await openEngineStates(needs, tx, userIds);
  const served = await parametersOf(needs, tx, userIds, { exposed: true });
  const words = await knownWords(needs, wordIds, tx);
  const asked = answers.map(({ userId, input }) => ({ userId, wordId: input.wordId }));
  const found = await findRelatives(needs, tx, asked, { words, served });
  const rows = await listWordStatesOf(tx, distinct([...asked, ...found.wanted]));
  const rowOf = new Map(rows.map((row) => [wordKey(row.user_id, row.word_id), row]));
  const dayRules = await listDayRules(tx, userIds, needs.settings.APP_TIMEZONE);
  const timed = answers.map(({ userId, input }) => ({ userId, atMs: input.atMs }));
  const rated = new Set(answers.flatMap(({ rates, input }) => (rates ? input.wordId : [])));
  return {
    nowMs: needs.clock.nowMs(),
    served,
    policyOf: await policiesOf(needs, tx, userIds, { states, served }),
    meter: engineMeter(needs),
    states,
    words,
    dayRules,
    reviewLoad: await openReviewLoad(tx, timed, { states, served, dayRules }),
    wordStates: pick(rowOf, asked),
    relatives: { ...found, rows: rowOf },
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

/** The learner's memory of a word, as earlier answers of the run have left it. */
export function memoryIn(lecture: Lecture, userId: string, row: WordStateRow): WordMemory {
  const open = lecture.memories.get(wordKey(userId, row.word_id));
  if (open !== undefined) return open;
  return row.memory_json === null ? createMemory(row.word_id) : memoryFromJson(row.memory_json);
}

interface Pair {
  readonly userId: string;
  readonly wordId: string;
}

function distinct(pairs: readonly Pair[]): Pair[] {
  return [...new Map(pairs.map((pair) => [wordKey(pair.userId, pair.wordId), pair])).values()];
}

function pick(rows: ReadonlyMap<string, WordStateRow>, pairs: readonly Pair[]) {
  const picked = new Map<string, WordStateRow>();
  for (const { userId, wordId } of pairs) {
    const key = wordKey(userId, wordId);
    const row = rows.get(key);
    if (row !== undefined) picked.set(key, row);
  }
  return picked;
}

/** One learner's word, as a key. */
export function wordKey(userId: string, wordId: string): string {
  return `${userId}\n${wordId}`;
}
