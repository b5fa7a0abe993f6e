import {
  type EngineParameters,
  type LearnerState,
  predictRecall,
  type WordMemory,
} from "@wordloom/engine";
import { ATTENTION_AT_REST, recovered } from "@wordloom/engine/learner";
import type { Interval } from "./bootstrap.ts";
import { mean } from "./metrics.ts";
import {
  linearFit,
  logisticFit,
  logisticLosses,
  type Sample,
  squaredErrors,
} from "./regression.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
/** Logits of predictions are clipped to this. */
const LOGIT_MAX = 6;

/** Signals of the state just before an answer; the last one for comparison. */
const SIGNALS = ["attention", "fatigue", "motivation", "confidence", "minutes"] as const;
type Signal = (typeof SIGNALS)[number];

/** Sets of signals added to the memory's prediction. */
export const ADDED: Readonly<Record<string, readonly Signal[]>> = {
  attention: ["attention"],
  fatigue: ["fatigue"],
  motivation: ["motivation"],
  confidence: ["confidence"],
  "all four": ["attention", "fatigue", "motivation", "confidence"],
  "time into the session, for comparison": ["minutes"],
};

/** One answer to a word met before, and everything known just before it. */
export interface Observation {
  readonly signals: Readonly<Record<Signal, number>>;
  /** Predicted recall without and with the signals of the session. */
  readonly scheduled: number;
  readonly answered: number;
  readonly isCorrect: boolean;
  /** ln of the answer time over the learner's usual one. */
  readonly slowness: number;
}

export interface AnswerGiven {
  readonly atMs: number;
  readonly isCorrect: boolean;
  readonly seconds: number;
}

/** The engine's expectation before it knows the answer. */
export function observationOf(
  learner: LearnerState,
  memory: WordMemory,
  { atMs, isCorrect, seconds }: AnswerGiven,
  parameters: EngineParameters,
): Observation {
  const predicted = (variant: "answer" | "schedule") =>
    predictRecall(learner, memory, atMs, parameters, { variant });
  const usual = Math.log(parameters.responseTime.priorMedianMs) + learner.pace.shift;
  return {
    signals: signalsAt(learner, atMs, parameters),
    scheduled: predicted("schedule"),
    answered: predicted("answer"),
    isCorrect,
    slowness: Math.log(Math.max(seconds * SECOND_MS, 100)) - usual,
  };
}

/** The signals at an instant, including the effect of the pause since the last answer. */
function signalsAt(
  { mood, lastAtMs, sessionStartMs }: LearnerState,
  atMs: number,
  { fatigueDecay }: EngineParameters,
): Observation["signals"] {
  const gapSecs = Math.max(0, atMs - (lastAtMs ?? atMs)) / SECOND_MS;
  const isRested = gapSecs >= fatigueDecay.fullResetThresholdSecs;
  return {
    attention: isRested ? (mood.attention + ATTENTION_AT_REST) / 2 : mood.attention,
    fatigue: recovered(mood.fatigue, gapSecs, fatigueDecay),
    motivation: mood.motivation,
    confidence: mood.confidence,
    minutes: isRested ? 0 : Math.max(0, atMs - sessionStartMs) / MINUTE_MS,
  };
}

/** Effect of a set of signals on each observation; below 0 it helps. */
export interface Added {
  /** Log loss of right or wrong, beyond the prediction without and with session signals. */
  readonly beyondScheduled: readonly number[];
  readonly beyondAnswered: readonly number[];
  /** Squared error of the answer time, right answers only, as a share of the mean one. */
  readonly time: readonly number[];
}

/**
 * The change that signals make to predictions of answers that were not used for fitting.
 *
 * Both sides are fitted to the same answers: an offset and a slope of the prediction, with and
 * without the signals.
 *
 * @param groups  answers to test on; each gives its own result
 */
export function addedBy(
  names: readonly Signal[],
  fitted: readonly Observation[],
  groups: readonly (readonly Observation[])[],
): Added[] {
  const scale = scalesOf(names, fitted);
  const isRight = ({ isCorrect }: Observation) => isCorrect;
  const scheduled = recallSample(({ scheduled: p }) => p, scale);
  const answered = recallSample(({ answered: p }) => p, scale);
  const timed = timeSample(scale);
  const beyondScheduled = changeBy(logisticFit, logisticLosses, fitted.map(scheduled));
  const beyondAnswered = changeBy(logisticFit, logisticLosses, fitted.map(answered));
  const time = changeBy(linearFit, squaredErrors, fitted.filter(isRight).map(timed));
  return groups.map((group) => {
    const { changes, level } = time(group.filter(isRight).map(timed));
    return {
      beyondScheduled: beyondScheduled(group.map(scheduled)).changes,
      beyondAnswered: beyondAnswered(group.map(answered)).changes,
      time: changes.map((change) => change / level),
    };
  });
}

type Scaled = (observation: Observation) => number[];

/** Standardizes by the answers used for fitting. */
function scalesOf(names: readonly Signal[], fitted: readonly Observation[]): Scaled {
  const scales = names.map((name) => {
    const values = fitted.map(({ signals }) => signals[name]);
    const level = mean(values);
    const sd = Math.sqrt(mean(values.map((value) => (value - level) ** 2)));
    return { name, level, sd: sd > 1e-9 ? sd : 1 };
  });
  return ({ signals }) => scales.map(({ name, level, sd }) => (signals[name] - level) / sd);
}

function recallSample(
  predicted: (one: Observation) => number,
  scale: Scaled,
): (one: Observation) => Sample {
  return (one) => ({
    x: [1, logitOf(predicted(one)), ...scale(one)],
    y: one.isCorrect ? 1 : 0,
  });
}

function timeSample(scale: Scaled): (one: Observation) => Sample {
  return (one) => ({ x: [1, logitOf(one.answered), ...scale(one)], y: one.slowness });
}

/** Regressors before the signals: the offset and the prediction. */
const BASIC = 2;

/** Loss with all regressors minus loss with the first two, and the mean of the latter. */
function changeBy(
  fit: (samples: readonly Sample[]) => number[],
  lossesOf: (weights: readonly number[], samples: readonly Sample[]) => number[],
  fitted: readonly Sample[],
): (tested: readonly Sample[]) => { changes: number[]; level: number } {
  const basic = (samples: readonly Sample[]) =>
    samples.map(({ x, y }) => ({ x: x.slice(0, BASIC), y }));
  const [few, all] = [fit(basic(fitted)), fit(fitted)];
  return (tested) => {
    const before = lossesOf(few, basic(tested));
    const after = lossesOf(all, tested);
    const changes = after.map((loss, i) => loss - (before[i] as number));
    return { changes, level: mean(before) };
  };
}

function logitOf(p: number): number {
  const logit = Math.log(p / (1 - p));
  return Math.min(Math.max(logit, -LOGIT_MAX), LOGIT_MAX);
}

/** A change with its interval, in thousandths. */
export function thousandths({ mean: middle, low, high }: Interval): string {
  const text = (value: number) => {
    const number = (1000 * value).toFixed(2).replace("-", "−");
    return value < 0 ? number : `+${number}`;
  };
  return `${text(middle)} (${text(low)} to ${text(high)})`;
}
