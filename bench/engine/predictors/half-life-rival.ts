import { isDayLevel, type Review } from "./revlog.ts";

/** Logarithm of the half-life in days: bias, per √(1 + successes), per √(1 + failures). */
type Weights = [bias: number, right: number, wrong: number];

const ROUNDS = 1500;
const RATE = 0.03;
const LOG2_DAYS_MIN = Math.log2(15 / 1440);
const LOG2_DAYS_MAX = Math.log2(274);
const P_MIN = 1e-4;

interface Example {
  readonly right: number;
  readonly wrong: number;
  readonly days: number;
  readonly outcome: 0 | 1;
}

/**
 * Half-life regression, trained on the day-level reviews of the training part by its log loss.
 *
 *     p = 2^(−t / h)      log2 h = w · (1, √(1 + successes), √(1 + failures))
 *
 * @param cut  first place in the log after the training part
 *
 * Source: Settles and Meeder, ACL 2016.
 */
export function halfLife(log: readonly Review[], cut: number): Float64Array {
  const examples = examplesOf(log);
  const training = examples.filter((_, i) => i < cut && isDayLevel(log[i] as Review));
  const weights = train(training);
  return Float64Array.from(examples, (example) => recall(weights, example).p);
}

function examplesOf(log: readonly Review[]): Example[] {
  const counts = new Map<string, { right: number; wrong: number }>();
  return log.map(({ cardId, outcome, pauseDays }) => {
    const { right, wrong } = counts.get(cardId) ?? { right: 0, wrong: 0 };
    counts.set(cardId, { right: right + outcome, wrong: wrong + 1 - outcome });
    return {
      right: Math.sqrt(1 + right),
      wrong: Math.sqrt(1 + wrong),
      days: pauseDays ?? 0,
      outcome,
    };
  });
}

/** Adam over the whole training part. */
function train(examples: readonly Example[]): Weights {
  const weights: Weights = [2, 0, 0];
  const momentum = [0, 0, 0];
  const energy = [0, 0, 0];
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = slopes(weights, examples);
    for (let i = 0; i < 3; i++) {
      const slope = gradient[i] as number;
      momentum[i] = 0.9 * (momentum[i] as number) + 0.1 * slope;
      energy[i] = 0.999 * (energy[i] as number) + 0.001 * slope * slope;
      const first = (momentum[i] as number) / (1 - 0.9 ** round);
      const second = (energy[i] as number) / (1 - 0.999 ** round);
      weights[i] = (weights[i] as number) - (RATE * first) / (Math.sqrt(second) + 1e-8);
    }
  }
  return weights;
}

/** Derivative of the mean log loss in each weight. */
function slopes(weights: Weights, examples: readonly Example[]): Weights {
  const sum: Weights = [0, 0, 0];
  for (const example of examples) {
    const { p, exponent, free } = recall(weights, example);
    if (!free) continue;
    // dp/d log2 h = p (ln 2)² t / h; dCE/dp = (p − y) / (p (1 − p)).
    const slope = ((p - example.outcome) / (1 - p)) * Math.LN2 ** 2 * exponent;
    sum[0] += slope;
    sum[1] += slope * example.right;
    sum[2] += slope * example.wrong;
  }
  return sum.map((one) => one / examples.length) as Weights;
}

function recall([bias, right, wrong]: Weights, example: Example) {
  const wanted = bias + right * example.right + wrong * example.wrong;
  const log2Days = Math.min(Math.max(wanted, LOG2_DAYS_MIN), LOG2_DAYS_MAX);
  const exponent = example.days / 2 ** log2Days;
  const p = Math.min(Math.max(2 ** -exponent, P_MIN), 1 - P_MIN);
  return { p, exponent, free: log2Days === wanted };
}
