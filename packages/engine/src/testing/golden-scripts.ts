import type { AnswerInput, Grade, WordFacts } from "../answer.ts";
import type { Context } from "../context.ts";
import { MODES } from "../answer.ts";
import { solveOptimalIntervals } from "../interval/ssp-solve.ts";
import { hash32, HASH_START, hashUnit, mixBits } from "../numeric/random.ts";
import {
  defaultParameters,
  type EngineParameters,
  withParameters,
} from "../parameters/parameters.ts";
import { selectWords } from "../selection/select-words.ts";
import { answerIn, type Script, startScript, withLongHistory } from "./scripted-learner.ts";

/** Answers of a scripted learner: the fields of answer i, and the minutes before it. */
export interface AnswerPattern {
  given(i: number, draw: (tag: string) => number): Partial<AnswerInput>;
  minutes(i: number, draw: (tag: string) => number): number;
}

const NIGHT_MINUTES = 960;
const session = (length: number) => (i: number, draw: (tag: string) => number) =>
  i % length === 0 && i > 0 ? NIGHT_MINUTES * (1 + 3 * draw("night")) : 0.1 + 0.2 * draw("pause");

function plain(accuracy: number, ms: number): AnswerPattern["given"] {
  return (_i, draw) => ({
    isCorrect: draw("correct") < accuracy,
    responseTimeMs: Math.round(ms * Math.exp(draw("time") - 0.5)),
  });
}

/** Twelve learners who together use every field of an answer. */
export const learners: Readonly<Record<string, AnswerPattern>> = {
  steady: { given: plain(0.85, 4000), minutes: session(30) },
  struggling: { given: plain(0.5, 7000), minutes: session(20) },
  brilliant: { given: plain(0.98, 1800), minutes: session(40) },
  "slowing-down": {
    given: (i, draw) => ({
      isCorrect: draw("correct") < 0.8,
      responseTimeMs: Math.round(2500 + 150 * (i % 30) + 500 * draw("time")),
    }),
    minutes: session(30),
  },
  guessing: {
    given: (i, draw) => ({
      isCorrect: draw("correct") < (i % 2 === 0 ? 0.3 : 0.9),
      responseTimeMs: i % 2 === 0 ? 400 : 4000,
    }),
    minutes: session(25),
  },
  distracted: {
    given: (_i, draw) => ({
      isCorrect: draw("correct") < 0.75,
      responseTimeMs: Math.round(5000 + 9000 * draw("time")),
      pauseCount: Math.floor(4 * draw("pauses")),
      switchCount: Math.floor(3 * draw("switches")),
      focusLossMs: Math.round(30_000 * draw("focus") ** 3),
      pausedMs: Math.round(3000 * draw("paused")),
    }),
    minutes: session(15),
  },
  sporadic: {
    given: plain(0.7, 4500),
    minutes: (_i, draw) => (draw("gap") < 0.2 ? 60 * 24 * 30 * draw("days") : 0.3),
  },
  cramming: { given: plain(0.8, 3000), minutes: (i) => (i % 100 === 99 ? NIGHT_MINUTES : 0.1) },
  typing: {
    given: (i, draw) => ({
      isCorrect: draw("correct") < 0.75,
      responseTimeMs: Math.round(6000 + 4000 * draw("time")),
      mode: MODES[i % MODES.length] ?? "word-to-meaning",
      choiceCount: 2 + (i % 5),
    }),
    minutes: session(30),
  },
  helped: {
    given: (i, draw) => ({
      isCorrect: draw("correct") < 0.85,
      hintUsed: draw("hint") < 0.3,
      retryCount: i % 7 === 3 ? 1 : 0,
      confusedWith: i % 11 === 5 ? `w${i % 13}` : "",
    }),
    minutes: session(20),
  },
  "self-rated": {
    given: (i, draw) => ({
      isCorrect: draw("correct") < 0.8,
      selfRating: ((i % 4) + 1) as Grade,
    }),
    minutes: session(30),
  },
  "in-and-out": {
    given: (i, draw) => ({
      isCorrect: draw("correct") < 0.7,
      isQuit: i % 17 === 16,
      sessionId: `s${Math.floor(i / 12)}`,
      utcOffsetMinutes: i < 150 ? 480 : -300,
    }),
    // Some answers arrive late, with a time before that of the previous answer.
    minutes: (i, draw) => (i % 23 === 22 ? -2 : session(12)(i, draw)),
  },
};

type Changes = Record<string, number | boolean>;

/** Each opt-in feature enabled, with settings that make it effective. */
export const optIns: Readonly<Record<string, Changes>> = {
  "difficulty-logit": { "memoryModel.difficultyLogitWeight": 0.1 },
  "read-out": {
    "memoryModel.predLogitBaseScale": 1.2,
    "memoryModel.predLogitIntercept": 0.1,
    "memoryModel.predLogitReviewCountWeight": 0.05,
  },
  "word-priors": {
    "memoryModel.coldStartDLenWeight": 0.5,
    "memoryModel.coldStartDMorphWeight": 0.5,
    "memoryModel.coldStartDExtdWeight": 0.5,
    "memoryModel.coldStartSLenWeight": 0.2,
    "memoryModel.coldStartSMorphWeight": 0.2,
    "memoryModel.coldStartSExtdWeight": 0.2,
  },
  "trust-ramps": { "memoryModel.alphaRampTau": 3, "memoryModel.alphaLapseRampTau": 2 },
  "parallel-elo": { "elo.parallelEloEnabled": true },
  "dynamic-k": { "elo.kDynamicEnabled": true },
  "optimal-intervals": { "featureFlags.sspEnabled": true },
  "maturity-band": {
    "memoryModel.gspMaturityBandDays": 5,
    "memoryModel.gspYoungRetention": 0.93,
    "memoryModel.gspMatureRetention": 0.82,
  },
  graduation: { "memoryModel.gspGraduationStreak": 2 },
  "interval-cap": { "memoryModel.gspIntervalCapDays": 4 },
  "interval-fuzz": { "memoryModel.gspIntervalFuzz": 0.2 },
  retirement: {
    "memoryModel.gspGraduationStreak": 2,
    "memoryModel.gspRetireAfterReviews": 1,
    "memoryModel.gspRetireMinStreak": 2,
  },
  "easy-success": { "memoryModel.gspSuccessGrade": 4 },
  "soft-grades": { "grade.softness": 0.5 },
  "mode-traces": { "featureFlags.multiTraceEnabled": true },
  interference: { "interference.weight": 0.5 },
  "load-balance": { "interval.loadBalanceShare": 0.2 },
  "confusion-isolation": {
    "featureFlags.confusionIsolationEnabled": true,
    "wordSelector.confusionIsolationDampen": 0.1,
  },
};

/** Changed settings of disabled features; none may have an effect. */
export const inactiveSettings: Changes = {
  "memoryModel.difficultyLogitRef": 7,
  "memoryModel.coldStartLenRef": 3,
  "memoryModel.coldStartLenScale": 9,
  "memoryModel.coldStartExtdRef": 8,
  "memoryModel.alphaRampStart": 0.9,
  "memoryModel.gspGraduationFloorDays": 90,
  "memoryModel.gspYoungRetention": 0.8,
  "memoryModel.gspMatureRetention": 0.95,
  "memoryModel.gspRetireIntervalDays": 900,
  "memoryModel.gspRetireMinStability": 3,
  "memoryModel.gspRetireMinStreak": 1,
  "elo.kTrendWeight": 0.9,
  "elo.kTrendGain": 4,
  "elo.kTrendDamp": 0.5,
  "elo.kMinFactor": 0.2,
  "elo.kMaxFactor": 5,
  "elo.parallelEloRefreshGames": 3,
  "trace.transfer": 0.9,
  "wordSelector.confusionIsolationDampen": 0.1,
  "ssp.recallCost": 9,
  "ssp.rMin": 0.5,
};

/** Facts of a golden word, with everything an opt-in feature may use. */
function facts(i: number): WordFacts {
  return {
    id: `w${i}`,
    text: "abcdefghijkl".slice(0, 3 + (i % 9)),
    difficulty: (i % 11) / 10,
    externalDifficulty: 1 + (i % 9),
    morphemes: { known: i % 3, total: 3 },
    confusables: [{ id: `w${i ^ 1}`, similarity: 0.8 }],
  };
}

/**
 * A learner's answers under the given parameters, one line of JSON each.
 *
 * @param hasHistory  nothing that the learner has not shown cuts an interval
 */
export function goldenLines(
  pattern: AnswerPattern,
  count: number,
  parameters: EngineParameters,
  hasHistory = false,
): string[] {
  const script = startScript(parameters, 2026);
  if (hasHistory) script.learner = withLongHistory(script.learner);
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    const draw = (tag: string) => hash32(77, i, 0, tag);
    const word = Math.floor(14 * draw("word"));
    const context = contextOf(script, word);
    const minutes = pattern.minutes(i, draw);
    const outcome = answerIn(script, `w${word}`, minutes, pattern.given(i, draw), context);
    lines.push(line(outcome));
    if (i % 25 === 24) lines.push(batchLine(script, i));
  }
  lines.push(JSON.stringify(script.learner.mood), JSON.stringify(script.memories["w3"] ?? null));
  return lines;
}

/** A coarse table is sufficient to show that it is used. */
const sspPolicy = solveOptimalIntervals(
  defaultParameters().memoryModel.w,
  withParameters(defaultParameters(), { "ssp.base": 1.4, "ssp.rStep": 0.05 }),
);

function contextOf(script: Script, word: number): Partial<Context> {
  const lastAtMs = script.memories[`w${word ^ 1}`]?.trace?.lastAtMs;
  return {
    word: facts(word),
    sspPolicy,
    plan: { weekdayCapacity: [0.2, 1, 1, 1, 1, 0.5, 0.3], plannedSeconds: {} },
    recentConfusables:
      lastAtMs === undefined ? [] : [{ wordId: `w${word ^ 1}`, lastAtMs, similarity: 0.8 }],
  };
}

/** The most important numbers, and a fingerprint of the whole outcome. */
function line(outcome: ReturnType<typeof answerIn>): string {
  const { result, monitoring, memory, wordRating, learner } = outcome;
  return JSON.stringify({
    word: memory.wordId,
    grade: monitoring.grade,
    predicted: monitoring.predictedRecall,
    mastery: result.wordMastery,
    reward: result.reward.value,
    elo: [learner.rating?.elo, wordRating.elo],
    all: fingerprint(JSON.stringify(outcome)),
  });
}

/**
 * Sixty-four bits: the hashes of the text and of the text behind "again ". In one loop, because the
 * steps of one hash wait for each other, and this is most of the work.
 */
function fingerprint(text: string): string {
  let plain = HASH_START;
  let again = [..."again "].reduce((hash, char) => hashUnit(hash, char.charCodeAt(0)), HASH_START);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    plain = hashUnit(plain, unit);
    again = hashUnit(again, unit);
  }
  return [plain, again].map((hash) => mixBits(hash).toString(16).padStart(8, "0")).join("");
}

function batchLine(script: Script, i: number): string {
  const candidates = Array.from({ length: 40 }, (_, word) => ({
    word: facts(word),
    memory: script.memories[`w${word}`] ?? null,
    rating: script.ratings[`w${word}`] ?? null,
  }));
  const request = { nowMs: script.atMs, key: `k${i}`, seed: 3, exclude: [], shown: [] };
  const batch = selectWords(script.learner, candidates, request, script.parameters);
  script.learner = batch.learner;
  return JSON.stringify({ batch: batch.wordIds, strategy: batch.strategy });
}
