import { localDay } from "../answer.ts";
import type { AnswerCosts } from "../learner-state/learner-types.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { History } from "../replay.ts";

/** Number of failures from which their cost counts as known. */
const FAILURES_MIN = 20;
/** Weight of the parameters' own cost ratio, in failures. */
const PRIOR_FAILURES = 20;

/** All answers to a word on one day after its first. */
interface ReviewDay {
  day: number;
  isFirst: boolean;
  recalled: boolean;
  seconds: number;
}

/**
 * Time that a day of review takes the learner, for a remembered and for a forgotten word.
 *
 * A forgotten word is asked again until the learner knows it, so its cost is the sum of the day's
 * answers, not the time of the wrong one. First days are left out, because they teach the word.
 *
 * @returns undefined: too few failures
 */
export function measureCosts(
  { answers }: History,
  parameters: EngineParameters,
): AnswerCosts | undefined {
  const sums = { recalled: { n: 0, seconds: 0 }, forgotten: { n: 0, seconds: 0 } };
  const open = new Map<string, ReviewDay>();
  const close = (done: ReviewDay | undefined) => {
    if (done === undefined || done.isFirst) return;
    const sum = done.recalled ? sums.recalled : sums.forgotten;
    sum.n++;
    sum.seconds += done.seconds;
  };
  for (const answer of answers) {
    const { wordId, isCorrect } = answer;
    if (wordId === "") continue;
    const day = localDay(answer.atMs, answer.utcOffsetMinutes, answer.dayStartHour);
    const before = open.get(wordId);
    const seconds = secondsOf(answer, parameters);
    if (before !== undefined && before.day >= day) {
      before.seconds += seconds;
      continue;
    }
    close(before);
    open.set(wordId, { day, isFirst: before === undefined, recalled: isCorrect, seconds });
  }
  for (const last of open.values()) close(last);
  return costsOf(sums, parameters);
}

interface CostSum {
  readonly n: number;
  readonly seconds: number;
}

function costsOf(
  { recalled, forgotten }: { readonly recalled: CostSum; readonly forgotten: CostSum },
  { wordSelector }: EngineParameters,
): AnswerCosts | undefined {
  if (recalled.n === 0 || forgotten.n < FAILURES_MIN) return undefined;
  const recallSecs = recalled.seconds / recalled.n;
  const prior = PRIOR_FAILURES * wordSelector.failureTimeFactor * recallSecs;
  const forgetSecs = (forgotten.seconds + prior) / (forgotten.n + PRIOR_FAILURES);
  return { recallSecs, forgetSecs: Math.max(forgetSecs, recallSecs) };
}

function secondsOf(answer: History["answers"][number], { responseTime }: EngineParameters): number {
  const active = answer.responseTimeMs - (answer.pausedMs ?? 0) - (answer.focusLossMs ?? 0);
  const ms = Math.min(Math.max(active, 0), responseTime.clipMaxMs);
  return ms / 1000;
}
