import { describe, expect, it } from "vitest";
import {
  applyFit,
  createLearner,
  createUserRating,
  createWordRating,
  defaultParameters,
  dueAfterFit,
  fitMemory,
  generateOptions,
  nextReviewAtMs,
  pickNext,
  predictRecall,
  processAnswer,
  selectWords,
  solveOptimalIntervals,
  solveRecallIntervals,
} from "./index.ts";
import { experiments, judgeCanary } from "./entries/experiments.entry.ts";
import { choosePreferredHours, closeSession } from "./entries/learner.entry.ts";
import { evaluateMastery } from "./entries/mastery.entry.ts";
import { rateElo } from "./entries/rating.entry.ts";
import {
  adjustStrategy,
  creditBatch,
  crossSessionDifficulty,
  defaultStrategy,
} from "./entries/strategy.entry.ts";
import { answerIn, startScript, wordFacts } from "./testing/scripted-learner.ts";

// What we check: NaN is refused by the argument's name, because it would persist in every state it
// affects. How: every number of every public function in turn.
const parameters = defaultParameters();
const script = startScript();
const { memory, learner } = answerIn(script, "w0", 1);
const context = { word: wordFacts("w0"), wordRating: null };
const candidate = { word: wordFacts("w0"), memory, rating: null };
const rating = createUserRating(parameters);
const weights = parameters.memoryModel.w;

const answer = {
  wordId: "w0",
  atMs: script.atMs,
  isCorrect: true,
  responseTimeMs: 3000,
  utcOffsetMinutes: 0,
  dayStartHour: 4,
  choiceCount: 4,
  selfRating: 3,
  grade: 3,
  retryCount: 0,
  pauseCount: 0,
  switchCount: 0,
  focusLossMs: 0,
  pausedMs: 0,
  dwellMs: 0,
  interactionDensity: 1,
};
const request = {
  nowMs: script.atMs,
  seed: 1,
  size: 5,
  dueBacklogSeconds: 1,
  sessionSeconds: 1,
  key: "k",
  exclude: [],
  shown: [],
};
const session = { recentAccuracy: 0.5, masteredCount: 1, targetMasteryCount: 2 };
const pick = { nowMs: 1, seed: 1, errors: [], lastShownMs: {}, priority: {} };
const mastery = {
  attempts: 2,
  prediction: 0.5,
  isCorrect: true,
  choiceCount: 4,
  stabilityDays: 3,
  accuracy: 0.5,
  streak: 1,
};
const evidence = {
  isCorrect: true,
  firstExposure: false,
  rapidGuess: false,
  repeatedToday: false,
  expected: 0.5,
  guess: 0.25,
  netShift: 0,
};
const summary = {
  startedAtMs: 0,
  endedAtMs: 1,
  accuracy: 0.5,
  avgResponseTimeMs: 3000,
  risenWords: 1,
};
const word = {
  isCorrect: true,
  reviewedAtMs: 1,
  targetRecall: 0.9,
  predictedRecall: 0.8,
  stabilityGain: 1,
  seconds: 3,
};
const history = { seed: 1, startMs: 0, answers: [], words: {} };
const fit = { weights, accepted: true, n: 1, logLossBefore: 1, logLossAfter: 1, reason: "" };
const arm = { n: 10, rewardMean: 0.5, rewardVariance: 0.1, anomalies: 1 };
const limits = { rewardDrop: 0.1, anomalyRise: 0.1, minSample: 5 };

type Call = (broken: never) => unknown;
const entryPoints: [entryPoint: string, given: object, call: Call][] = [
  ["processAnswer", answer, (a) => processAnswer(learner, memory, a, parameters, context)],
  ["selectWords", request, (r) => selectWords(learner, [candidate], r, parameters)],
  [
    "selectWords in a session",
    session,
    (s) => selectWords(learner, [candidate], { ...request, session: s }, parameters),
  ],
  ["pickNext", pick, (r) => pickNext(learner, [candidate], r, parameters)],
  [
    "pickNext after others",
    { w0: 1 },
    (shown) => pickNext(learner, [candidate], { ...pick, lastShownMs: shown }, parameters),
  ],
  [
    "pickNext with priorities",
    { w0: 1 },
    (priority) => pickNext(learner, [candidate], { ...pick, priority }, parameters),
  ],
  ["evaluateMastery", mastery, (input) => evaluateMastery(input, parameters)],
  ["rateElo", evidence, (given) => rateElo(rating, rating, given, parameters)],
  [
    "rateElo of a learner",
    { elo: 1200 },
    ({ elo }) => rateElo({ ...rating, elo }, rating, evidence, parameters),
  ],
  ["closeSession", summary, (given) => closeSession(learner, given, parameters)],
  ["creditBatch", { completionShare: 1 }, (given) => creditBatch(learner, given, parameters)],
  [
    "creditBatch of words",
    word,
    (given) => creditBatch(learner, { batchId: "b", words: [given] }, parameters),
  ],
  ["judgeCanary", limits, (given) => judgeCanary(arm, arm, given)],
  [
    "solveRecallIntervals",
    { secondsPerKnownDay: 1, horizonDays: 9 },
    (goal) => solveRecallIntervals(weights, parameters, goal),
  ],
  [
    "fitMemory",
    { nowMs: 1 },
    ({ nowMs }) => fitMemory(history, parameters, { nowMs, current: null }),
  ],
  [
    "fitMemory of answers",
    { atMs: 1, responseTimeMs: 1 },
    (given: object) =>
      fitMemory({ ...history, answers: [{ ...answer, ...given } as never] }, parameters, {
        nowMs: 1,
        current: null,
      }),
  ],
];

const cases = entryPoints.flatMap(([entryPoint, given, call]) =>
  Object.entries(given)
    .filter(([, value]) => typeof value === "number")
    .map(([name]) => ({
      entryPoint,
      name,
      broken: { ...given, [name]: Number.NaN } as never,
      call,
    })),
);

const NONE = Number.NaN;
const noWeights = [...weights.slice(1), NONE];
const scalars: [name: string, call: () => unknown][] = [
  ["seed", () => createLearner(NONE, 1)],
  ["atMs", () => createLearner(1, NONE)],
  ["atMs", () => predictRecall(learner, memory, NONE, parameters)],
  ["nowMs", () => nextReviewAtMs(learner, memory, NONE, parameters)],
  ["recentPerformance", () => adjustStrategy(defaultStrategy(), "tired", NONE, parameters)],
  ["recentPerformance", () => adjustStrategy(defaultStrategy(), "tired", 1.1, parameters)],
  ["previousAccuracy", () => crossSessionDifficulty(NONE, parameters)],
  ["hours", () => choosePreferredHours(learner, [NONE])],
  ["seed", () => generateOptions(wordFacts("w0"), "meaning-to-word", [], NONE)],
  ["difficulty", () => createWordRating({ ...wordFacts("w0"), difficulty: NONE }, parameters)],
  ["after", () => dueAfterFit(1, NONE, 1)],
  ["weights", () => solveOptimalIntervals(noWeights, parameters)],
  ["weights", () => solveOptimalIntervals([1, 2], parameters)],
  ["current", () => fitMemory(history, parameters, { nowMs: 1, current: noWeights })],
  ["weights", () => applyFit(learner, { ...fit, weights: noWeights }, history, parameters)],
  ["choiceCount", () => evaluateMastery({ ...mastery, choiceCount: 0 }, parameters)],
  ["pValues", () => experiments.holm([0.01, NONE])],
  ["pValues", () => experiments.holm([1.5])],
  ["size", () => selectWords(learner, [], { ...request, size: -1 }, parameters)],
];

function misuse(call: () => unknown): Error | null {
  try {
    call();
    return null;
  } catch (error) {
    return error as Error;
  }
}

const wrongKinds: [field: string, value: unknown][] = [
  ["isCorrect", 1],
  ["isCorrect", 0],
  ["isCorrect", undefined],
  ["mode", "spelling"],
  ["grade", 2.5],
  ["grade", 5],
  ["selfRating", 1.5],
  ["selfRating", 5],
];
const mistakes: [name: string, call: () => unknown][] = [
  [
    "memory.wordId",
    () => processAnswer(learner, { ...memory, wordId: "w1" }, answer as never, parameters, context),
  ],
  [
    "options.variant",
    () => predictRecall(learner, memory, 1, parameters, { variant: "schedul" as never }),
  ],
  [
    "options.mode",
    () => predictRecall(learner, memory, 1, parameters, { mode: "spelling" as never }),
  ],
  [
    "options.current",
    () => fitMemory(history, parameters, { nowMs: 1, current: undefined as never }),
  ],
  ["input.isCorrect", () => evaluateMastery({ ...mastery, isCorrect: 1 as never }, parameters)],
  ["input.mode", () => evaluateMastery({ ...mastery, mode: "x" as never }, parameters)],
  [
    "evidence.isCorrect",
    () => rateElo(rating, rating, { ...evidence, isCorrect: 1 as never }, parameters),
  ],
];

// A database returns 1 for true, and a mode is easily misspelled. Different parts of the engine
// would interpret such a value differently.
describe("a value of the wrong kind", () => {
  it.each(wrongKinds)("is refused by name in an answer: %s %s", (field, value) => {
    const broken = { ...answer, [field]: value } as never;
    const calls = [
      () => processAnswer(learner, memory, broken, parameters, context),
      () => fitMemory({ ...history, answers: [broken] }, parameters, { nowMs: 1, current: null }),
    ];
    for (const call of calls) {
      const error = misuse(call);
      expect(error).toBeInstanceOf(RangeError);
      expect(error?.message).toContain(`answer.${field}`);
    }
  });

  it.each(mistakes)("is refused by its name: %s", (name, call) => {
    const error = misuse(call);
    expect(error).toBeInstanceOf(RangeError);
    expect(error?.message).toContain(name);
  });
});

describe("a number that is NaN or out of range", () => {
  it.each(cases)("is refused by $entryPoint, which names $name", ({ name, broken, call }) => {
    const error = misuse(() => call(broken));
    expect(error).toBeInstanceOf(RangeError);
    expect(error?.message).toContain(name);
  });

  it.each(scalars)("is refused by its name: %s", (name, call) => {
    const error = misuse(call);
    expect(error).toBeInstanceOf(RangeError);
    expect(error?.message).toContain(name);
  });
});
