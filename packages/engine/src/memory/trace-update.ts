import type { Grade, WordFacts } from "../answer.ts";
import { DAY_MS, HOUR_MS } from "../numeric/durations.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { GradeDecision, SoftShares } from "./answer-grade.ts";
import {
  clampDifficulty,
  clampStability,
  type Core,
  firstDifficulty,
  firstStability,
  longTermRecall,
  nextDifficulty,
  nextStability,
} from "./fsrs-core.ts";
import { nextEncoding } from "./short-term.ts";
import type { Trace } from "./word-memory.ts";

export interface TraceAnswer {
  atMs: number;
  decision: GradeDecision;
  /** Share of the update that is realized; 1 assigns directly, without arithmetic. */
  share: number;
}

/** A trace after an answer, and unclamped values for the invariant check. */
export interface TraceStep {
  trace: Trace;
  rawStability: number;
  rawDifficulty: number;
  /** null for a first answer. */
  stabilityBefore: number | null;
}

/** Days since the last update of the trace; 0 for an earlier instant. */
export function pauseDays(trace: Pick<Trace, "lastAtMs">, atMs: number): number {
  return atMs > trace.lastAtMs ? (atMs - trace.lastAtMs) / DAY_MS : 0;
}

/** Whether the pause is shorter than a night; calendar days do not matter. */
export function isSameDay(
  trace: Pick<Trace, "lastAtMs">,
  atMs: number,
  parameters: EngineParameters,
): boolean {
  return atMs - trace.lastAtMs < parameters.memoryModel.sameDayMaxHours * HOUR_MS;
}

/** First answer to a word: FSRS-6 initial values, shifted by facts about the word (opt-in). */
export function firstTrace(
  core: Core,
  answer: TraceAnswer,
  parameters: EngineParameters,
  facts: WordFacts | null,
): TraceStep {
  const { decision, atMs } = answer;
  const prior = facts === null ? NO_PRIOR : wordPrior(facts, parameters.memoryModel);
  let rawStability = mixed(decision, (grade) => firstStability(core, grade));
  let rawDifficulty = mixed(decision, (grade) => clampDifficulty(firstDifficulty(core, grade)));
  if (prior.logStability !== 0) rawStability *= Math.exp(prior.logStability);
  if (prior.difficulty !== 0) rawDifficulty += prior.difficulty;
  const trace = nextEncoding(parameters.shortTerm, null, decision.grade > 1, false);
  trace.stability = clampStability(rawStability);
  trace.difficulty = clampDifficulty(rawDifficulty);
  trace.lastAtMs = atMs;
  return { trace, rawStability, rawDifficulty, stabilityBefore: null };
}

/**
 * A later answer: long-term rule or same-day rule, then the realized share of the change.
 *
 * @param longTerm  recall of this trace at the answer; absent: computed
 */
export function nextTrace(
  core: Core,
  before: Trace,
  answer: TraceAnswer,
  parameters: EngineParameters,
  longTerm?: number,
): TraceStep {
  const { decision, atMs, share } = answer;
  const { grade, shares } = decision;
  const sameDay = isSameDay(before, atMs, parameters);
  const recall = sameDay
    ? 1
    : (longTerm ?? longTermRecall(core, pauseDays(before, atMs), before.stability));
  const rawStability =
    shares === null
      ? nextStability(core, before, recall, grade, sameDay)
      : softStability(core, before, recall, shares, sameDay);
  // The mean of clamped difficulties can fall just below 1 by rounding.
  const rawDifficulty =
    shares === null
      ? nextDifficulty(core, before.difficulty, grade)
      : clampDifficulty(mixed(decision, (soft) => nextDifficulty(core, before.difficulty, soft)));
  const stability = clampStability(rawStability);
  const trace = nextEncoding(parameters.shortTerm, before, grade > 1, sameDay);
  trace.stability = share === 1 ? stability : toward(before.stability, stability, share);
  trace.difficulty = share === 1 ? rawDifficulty : toward(before.difficulty, rawDifficulty, share);
  trace.lastAtMs = Math.max(atMs, before.lastAtMs);
  return { trace, rawStability, rawDifficulty, stabilityBefore: before.stability };
}

/** Mean over soft grades, each clamped separately. */
function softStability(
  core: Core,
  before: Trace,
  recall: number,
  shares: SoftShares,
  sameDay: boolean,
): number {
  const after = (grade: Grade) =>
    clampStability(nextStability(core, before, recall, grade, sameDay));
  return shares[0] * after(2) + shares[1] * after(3) + shares[2] * after(4);
}

/**
 * Share of an update that is realized.
 *
 * @param streak  successes in a row including this one
 * @param lapses  lapses including this one
 * @returns       in (0, 1]
 */
export function realizedShare(
  rules: EngineParameters["memoryModel"],
  success: boolean,
  streak: number,
  lapses: number,
): number {
  const share = Math.min(Math.max(rules.alphaScale, rules.alphaMin), rules.alphaMax);
  const tau = success ? rules.alphaRampTau : rules.alphaLapseRampTau;
  if (tau === 0) return share;
  const step = Math.max((success ? streak : lapses) - 1, 0);
  return 1 - (1 - Math.min(share, rules.alphaRampStart)) * Math.exp(-step / tau);
}

interface WordPrior {
  logStability: number;
  difficulty: number;
}

const NO_PRIOR: WordPrior = { logStability: 0, difficulty: 0 };

/** Prior from length, known morphemes and external difficulty, for a word never asked. */
function wordPrior(facts: WordFacts, rules: EngineParameters["memoryModel"]): WordPrior {
  const length = (facts.text.length - rules.coldStartLenRef) / rules.coldStartLenScale;
  const z = Math.min(Math.max(length, -1), 1);
  const parts = facts.morphemes;
  const m = parts === undefined || parts.total < 2 ? 0 : parts.known / parts.total;
  const external = facts.externalDifficulty;
  const x = external === undefined ? 0 : (external - rules.coldStartExtdRef) / 9;
  return {
    logStability:
      -rules.coldStartSLenWeight * z +
      rules.coldStartSMorphWeight * m -
      rules.coldStartSExtdWeight * x,
    difficulty:
      rules.coldStartDLenWeight * z -
      rules.coldStartDMorphWeight * m +
      rules.coldStartDExtdWeight * x,
  };
}

/** The value of one grade, or the mean over soft grades. */
function mixed(decision: GradeDecision, value: (grade: Grade) => number): number {
  const shares = decision.shares;
  if (shares === null) return value(decision.grade);
  return shares[0] * value(2) + shares[1] * value(3) + shares[2] * value(4);
}

export function toward(from: number, to: number, share: number): number {
  return share === 1 ? to : from + share * (to - from);
}
