import type { ProcessResult } from "../result-types.ts";
import type { Factor, Strategy } from "./strategy-types.ts";

/** Sentence for the learner by the key of the primary reason. */
const REASONS: Readonly<Record<string, string>> = {
  default_strategy:
    "There is no reason to ask more or less, so the next words follow the usual plan.",
  rested: "You are rested, so there is room for a little more.",
  high_fatigue: "You seem tired, so the next words are fewer and easier.",
  good_attention: "You are concentrating well, so the next words ask a little more.",
  low_attention: "You seem distracted, so the next words are reviews only.",
  good_motivation: "You are on a good run, so the next words ask a little more.",
  low_motivation: "It has been hard going, so the next words are easier.",
  success_above_target: "You get more right than planned, so the next words ask more.",
  success_below_target: "Fewer answers were right than planned, so the next words ask less.",
  ability_above_start: "You know more than most beginners, so the next words ask more.",
  ability_below_start: "You are still at the beginning, so the next words ask less.",
  no_backlog: "No reviews are waiting, so there is room for new words.",
  review_backlog: "Many reviews are waiting, so there are fewer new words.",
  duplicate_event: "This answer was counted before, so nothing has changed.",
};

/** Factors in words for the learner: when they raise the demand, and when they lower it. */
const FACTORS: Readonly<Record<string, { readonly more: string; readonly less: string }>> = {
  fatigue: { more: "you are rested", less: "you seem tired" },
  attention: { more: "you concentrate well", less: "you seem distracted" },
  motivation: { more: "you are on a good run", less: "it has been hard going" },
  successRate: {
    more: "you got more right than planned lately",
    less: "you got fewer right than planned lately",
  },
  abilityMargin: { more: "you know a good deal already", less: "you are still at the beginning" },
  backlog: { more: "few reviews are waiting", less: "many reviews are waiting" },
};

const CALENDAR: Readonly<Record<string, string>> = {
  "schedule:load_balanced": "so that no day gets too full",
  "schedule:vacation_moved": "so that your days off stay free",
};

const VOTERS: Readonly<Record<string, string>> = {
  "voter:heuristic": "fixed rules",
  "voter:ige": "trying out what works for you",
  "voter:swd": "your earlier sessions",
};

/**
 * The explanation of a result in sentences for the learner: primary reason, plan of the next
 * batch, other influences, shares of the voters, and the prediction for the word.
 */
export function explainInWords(result: Pick<ProcessResult, "explanation" | "strategy">): string[] {
  const { primaryReason, factors } = result.explanation;
  const reason = REASONS[primaryReason];
  const first = reason === undefined ? [] : [reason];
  if (primaryReason === "duplicate_event") return first;
  return [
    ...first,
    planOf(result.strategy),
    ...influences(factors),
    ...voterShares(factors),
    ...expectations(factors),
  ];
}

function planOf({ batchSize, newRatio, difficulty, reviewMode }: Strategy): string {
  const words = batchSize === 1 ? "1 word" : `${batchSize} words`;
  if (reviewMode) return `The next batch has ${words}, all of them reviews.`;
  const fresh = Math.round(batchSize * newRatio);
  const share = fresh === 0 ? "none of them new" : `about ${fresh} of them new`;
  return `The next batch has ${words}, ${share}, of ${levelOf(difficulty)} difficulty.`;
}

function levelOf(difficulty: number): string {
  if (difficulty < 0.35) return "low";
  return difficulty > 0.65 ? "high" : "medium";
}

/** Factors that raised the demand, and factors that lowered it. */
function influences(factors: readonly Factor[]): string[] {
  const reasons = (impact: "positive" | "negative", side: "more" | "less") => {
    const found = factors
      .filter((factor) => factor.impact === impact)
      .flatMap(({ name }) => FACTORS[name]?.[side] ?? []);
    return found.length === 0 ? [] : [`A reason to ask ${side} of you: ${listOf(found)}.`];
  };
  return [...reasons("positive", "more"), ...reasons("negative", "less")];
}

/** The voters and their shares, the largest first. */
function voterShares(factors: readonly Factor[]): string[] {
  const shares = factors
    .filter(({ name, value }) => VOTERS[name] !== undefined && percent(value) > 0)
    .toSorted((a, b) => b.value - a.value)
    .map(({ name, value }) => `${VOTERS[name]} (${percent(value)} %)`);
  return shares.length === 0 ? [] : [`It was decided by ${listOf(shares)}.`];
}

function expectations(factors: readonly Factor[]): string[] {
  const valueOf = (wanted: string) => factors.find(({ name }) => name === wanted)?.value;
  const [predicted, target] = [valueOf("recallPredicted"), valueOf("recallTarget")];
  const sentences: string[] = [];
  if (predicted !== undefined) {
    sentences.push(
      `Before you answered, your chance of knowing this word was ${chance(predicted)}.`,
    );
  }
  if (target !== undefined) {
    const least = chance(target);
    sentences.push(`The word comes back when your chance of knowing it has fallen to ${least}.`);
  }
  return [...sentences, ...calendar(factors)];
}

/** By how much the learner's calendar moved the date of the review. */
function calendar(factors: readonly Factor[]): string[] {
  return factors.flatMap(({ name, value }) => {
    const purpose = CALENDAR[name];
    if (purpose === undefined) return [];
    return [`That is ${daysOf(Math.abs(value))} ${value < 0 ? "sooner" : "later"}, ${purpose}.`];
  });
}

function daysOf(days: number): string {
  const whole = Math.round(days);
  if (whole === 0) return "less than a day";
  return whole === 1 ? "a day" : `${whole} days`;
}

/** A predicted probability is never exactly 0 or 1, so neither is shown. */
function chance(probability: number): string {
  const whole = percent(probability);
  if (whole >= 100) return "above 99 %";
  return whole <= 0 ? "below 1 %" : `${whole} %`;
}

function percent(share: number): number {
  return Math.round(share * 100);
}

function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
