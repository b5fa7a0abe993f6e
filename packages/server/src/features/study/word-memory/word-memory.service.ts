import type { WordMemoryReport } from "@wordloom/contract";
import {
  predictRecall,
  type AnswerInput,
  type LearnerState,
  type EngineParameters,
  type WordFacts,
  type WordMemory,
} from "@wordloom/engine";
import { memoryFromJson, memoryHistory } from "@wordloom/engine/stored";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { dayRulesOf } from "../../accounts/preferences/preferences.service.ts";
import { readEngineState } from "../../adaptation/amas/engine-states.service.ts";
import { countFailures } from "../../adaptation/engine-trials/arm-stats.service.ts";
import {
  parametersOfLearner,
  withStableFallback,
} from "../../adaptation/engine-trials/learner-parameters.service.ts";
import { knownWordsOf } from "../../library/words/words.service.ts";
import { latestAnswersTo } from "../../progress/answers/answer-history.service.ts";
import { zoned } from "../../progress/answers/answers.service.ts";
import {
  listWordStates,
  toWordStates,
  type WordStateRow,
} from "../../progress/word-states/word-states.service.ts";
import { memoryCurve, type MemoryStep } from "./memory-curve.ts";
import { reviewReason } from "./review-reason.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Maximum number of answers to a word that are replayed and shown, the latest ones. */
const REPLAYED_MAX = 300;
const SHOWN_MAX = 100;

/** Lapses that make a word a leech, and lapses between further warnings. */
const LEECH_LAPSES = 8;
const LEECH_EVERY = 4;

/** A learner's memory of a word, as the engine has it. */
interface Remembered {
  readonly memory: WordMemory;
  /** Answers since the last reset with the memory after each. The last memory is the stored one. */
  readonly steps: readonly MemoryStep[];
  readonly recall: (memory: WordMemory, atMs: number) => number;
}

/**
 * The engine's estimate of the learner's memory of a word, and the reason for its due date. Past
 * memories are not stored: the word's answers are replayed with the learner's current weights.
 *
 * @throws AppError NOT_FOUND for an unknown word
 */
export async function explainWordMemory(
  needs: Needs,
  learner: Learner,
  wordId: string,
): Promise<WordMemoryReport> {
  const { database } = needs;
  const known = await knownWordsOf(needs, learner.id, [wordId]);
  const word = known.get(wordId) ?? refuse("NOT_FOUND");
  const [row] = await listWordStates(database, learner.id, [wordId]);
  const [state = null] = await toWordStates(database, learner.id, row === undefined ? [] : [row]);
  const answers = await zonedAnswers(needs, learner.id, wordId);
  const remembered = await rememberedOf(needs, learner.id, { row, word, answers });
  const nowMs = needs.clock.nowMs();
  return {
    wordId,
    state,
    ...figuresOf(row, remembered, nowMs),
    curve: curveOf(remembered, nowMs),
    answers: answersShown(answers, remembered),
  };
}

async function zonedAnswers(needs: Needs, userId: string, wordId: string): Promise<AnswerInput[]> {
  const { database, settings } = needs;
  const rules = await dayRulesOf(database, userId, settings.APP_TIMEZONE);
  const answers = await latestAnswersTo(database, userId, wordId, REPLAYED_MAX);
  return answers.map((answer) => zoned(answer, rules));
}

/** undefined for a word that was never answered, or not since its reset. */
async function rememberedOf(
  needs: Needs,
  userId: string,
  word: { row: WordStateRow | undefined; word: WordFacts; answers: readonly AnswerInput[] },
): Promise<Remembered | undefined> {
  const json = word.row?.memory_json ?? null;
  if (json === null) return undefined;
  const memory = memoryFromJson(json);
  const learner = await readEngineState(needs, userId);
  const served = await parametersOfLearner(needs, userId);
  return withStableFallback(served, countFailures(needs), ({ parameters }) => ({
    memory,
    steps: stepsOf(learner, memory, parameters, word),
    recall: (known, atMs) =>
      predictRecall(learner, known, atMs, parameters, { variant: "schedule" }),
  }));
}

function stepsOf(
  learner: LearnerState,
  memory: WordMemory,
  parameters: EngineParameters,
  { word, answers }: { word: WordFacts; answers: readonly AnswerInput[] },
): MemoryStep[] {
  // Answers before a reset are not part of the memory.
  const own = answers.slice(Math.max(0, answers.length - memory.attempts));
  const context = { word, wordRating: null };
  const history = memoryHistory(learner, own, parameters, context);
  const steps = own.map(({ atMs }, index) => ({ atMs, memory: history[index] ?? memory }));
  // Events leave no record, so there may be a memory without any answers.
  const lastAtMs = steps.at(-1)?.atMs ?? memory.trace?.lastAtMs;
  return lastAtMs === undefined ? [] : [...steps.slice(0, -1), { atMs: lastAtMs, memory }];
}

function figuresOf(
  row: WordStateRow | undefined,
  remembered: Remembered | undefined,
  nowMs: number,
): Omit<WordMemoryReport, "wordId" | "state" | "curve" | "answers"> {
  const memory = remembered?.memory ?? null;
  const trace = memory?.trace ?? null;
  const [before, last] = [remembered?.steps.at(-2), remembered?.steps.at(-1)];
  const nextMs = row?.next_review_at_ms ?? null;
  const lastAtMs = row?.last_answer_at_ms ?? null;
  const elapsedDays = before && last ? daysBetween(before.atMs, last.atMs) : null;
  const intervalDays = nextMs === null || lastAtMs === null ? null : daysBetween(lastAtMs, nextMs);
  const lapses = memory?.lapses ?? 0;
  return {
    recall: remembered && trace ? remembered.recall(remembered.memory, nowMs) : null,
    stabilityDays: trace?.stability ?? null,
    difficulty: trace?.difficulty ?? null,
    nextReviewAt: toTimestampOrNull(nextMs),
    intervalDays,
    lastAnsweredAt: toTimestampOrNull(lastAtMs),
    elapsedDaysBefore: elapsedDays,
    lapses,
    leech: isLeech(lapses),
    leechMarks: Math.max(0, Math.floor((lapses - LEECH_LAPSES) / LEECH_EVERY) + 1),
    reason: reviewReason({ state: row, memory, elapsedDays, intervalDays }),
  };
}

/** Whether the word has enough lapses to be a leech. */
export function isLeech(lapses: number): boolean {
  return lapses >= LEECH_LAPSES;
}

function daysBetween(fromMs: number, untilMs: number): number {
  return Math.max(0, untilMs - fromMs) / DAY_MS;
}

function curveOf(remembered: Remembered | undefined, nowMs: number): WordMemoryReport["curve"] {
  if (remembered === undefined || remembered.steps.length === 0) return [];
  const { steps, recall } = remembered;
  return memoryCurve(steps, nowMs, recall).map((point) => ({
    at: toTimestamp(point.atMs),
    recall: point.recall,
  }));
}

/** The latest answers, each with the recall predicted by the memory before it. */
function answersShown(
  answers: readonly AnswerInput[],
  remembered: Remembered | undefined,
): WordMemoryReport["answers"] {
  const steps = remembered?.steps ?? [];
  const beforeReset = answers.length - steps.length;
  const shown = answers.map((answer, index) => {
    const before = steps[index - beforeReset - 1];
    return {
      at: toTimestamp(answer.atMs),
      isCorrect: answer.isCorrect,
      responseTimeMs: answer.responseTimeMs,
      recallBefore:
        before === undefined || remembered === undefined
          ? null
          : remembered.recall(before.memory, answer.atMs),
    };
  });
  return shown.slice(-SHOWN_MAX);
}
