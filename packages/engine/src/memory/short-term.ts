import type { EngineParameters } from "../parameters/parameters.ts";
import { type Core, longTermPause, longTermRecall } from "./fsrs-core.ts";
import type { Trace } from "./word-memory.ts";

/** Beyond this number, same-day successes no longer lengthen the short-term component. */
const SAME_DAY_MAX = 5;

const MINUTES_PER_DAY = 1440;
const NEWTON_STEPS_MAX = 100;

/** Time constants in days of the short-term component for 0..5 same-day successes. */
export function bufferTaus(parameters: EngineParameters): number[] {
  const { bufferTauMinutes, tauGrowth } = parameters.shortTerm;
  return Array.from(
    { length: SAME_DAY_MAX + 1 },
    (_, k) => (bufferTauMinutes * tauGrowth ** k) / MINUTES_PER_DAY,
  );
}

/** Parameters of one word's recall curve over future time. */
export interface Blend {
  core: Core;
  stability: number;
  /** z; 1 gives the core alone, bit for bit. */
  encoded: number;
  buffer: number;
  tauDays: number;
  /** T: from this pause on only the core counts. */
  nightDays: number;
}

/**
 * Recall after a pause; from a night on by the core alone, before it
 *
 *     R_L(T) + z (R_L(t) − R_L(T)) + (1 − z) (1 − R_L(T)) b (e^(−t/τ) − e^(−T/τ))
 *
 * The core alone predicts near-certain recall a minute after a failure. Here only the share z of
 * the core's rise within the day is used, and a short-term buffer of level b is added, which decays
 * with τ. Predictions from a night on are unchanged.
 *
 * @returns in (0, 1]; falling in t because every term falls
 */
export function blendRecall(blend: Blend, pauseDays: number): number {
  const { core, stability } = blend;
  return recallToday(blend, longTermRecall(core, pauseDays, stability), pauseDays);
}

/** {@link blendRecall}, given the recall by the core alone. */
export function recallToday(blend: Blend, longTerm: number, pauseDays: number): number {
  const { encoded: z, nightDays: night } = blend;
  if (z === 1 || pauseDays >= night) return longTerm;
  const morning = longTermRecall(blend.core, night, blend.stability);
  const buffered = blend.buffer * (fading(blend, pauseDays) - fading(blend, night));
  return morning + z * (longTerm - morning) + (1 - z) * (1 - morning) * buffered;
}

function fading({ tauDays }: Blend, days: number): number {
  return Math.exp(-days / tauDays);
}

/**
 * The pause in days after which {@link blendRecall} has fallen to r; Infinity when it never does.
 *
 * Newton's method from the left: the curve is convex and falling, so no step can overshoot.
 */
export function blendPause(blend: Blend, recall: number): number {
  const longTerm = recall >= 1 ? 0 : longTermPause(blend.core, recall, blend.stability);
  if (blend.encoded === 1 || longTerm >= blend.nightDays) return longTerm;
  return newtonPause(blend, recall);
}

function newtonPause(blend: Blend, recall: number): number {
  const { core, stability, encoded: z, tauDays, nightDays: night } = blend;
  const morning = longTermRecall(core, night, stability);
  const scale = (1 - z) * (1 - morning) * blend.buffer;
  const kept = morning - scale * fading(blend, night);
  let t = 0;
  for (let i = 0; i < NEWTON_STEPS_MAX; i++) {
    const longTerm = longTermRecall(core, t, stability);
    const buffered = scale * fading(blend, t);
    const excess = kept + z * (longTerm - morning) + buffered - recall;
    const fall = (z * core.decay * (longTerm - core.floor)) / (stability / core.factor + t);
    const slope = fall + buffered / tauDays;
    if (!(excess > 0) || slope <= 0) return t;
    const step = excess / slope;
    t = Math.min(t + step, night);
    if (step < 1e-9 * t || t === night) return t;
  }
  return t;
}

/**
 * Mean of {@link blendRecall} over the next days, in closed form.
 *
 * @param days  horizon, > 0
 */
export function meanRecall(blend: Blend, days: number): number {
  const { core, stability, encoded: z, tauDays, nightDays: night } = blend;
  const longTerm = meanLongTerm(blend, days);
  if (z === 1) return longTerm;
  const morning = longTermRecall(core, night, stability);
  const today = Math.min(days, night);
  const buffered = tauDays * (1 - fading(blend, today)) - today * fading(blend, night);
  const discounted = today * (meanLongTerm(blend, today) - morning);
  return longTerm - ((1 - z) * (discounted - (1 - morning) * blend.buffer * buffered)) / days;
}

function meanLongTerm({ core, stability }: Blend, days: number): number {
  const stretch = 1 + (core.factor * days) / stability;
  const power = 1 - core.decay;
  const unfloored = (stability / (core.factor * power * days)) * (stretch ** power - 1);
  // For a tiny horizon and a huge stability, cancellation can lift the mean above 1.
  return core.floor + (1 - core.floor) * Math.min(unfloored, 1);
}

/**
 * A new trace with z, b and k after an answer; the caller sets stability, difficulty and time.
 *
 * @param before  null for the first answer
 */
export function nextEncoding(
  rules: EngineParameters["shortTerm"],
  before: Trace | null,
  success: boolean,
  sameDay: boolean,
): Trace {
  if (!success) {
    const first = rules.encodeFirstFailure;
    const kept = before === null ? first : Math.max(first, rules.encodeLapse * before.encoded);
    return traceWith(kept, rules.bufferLevelFailure, 0);
  }
  const buffer = rules.bufferLevelSuccess;
  if (before === null) return traceWith(rules.encodeFirstSuccess, buffer, 0);
  if (!sameDay) return traceWith(1, buffer, 0);
  const gained = before.encoded + rules.encodeGain * (1 - before.encoded);
  return traceWith(gained, buffer, Math.min(before.sameDay + 1, SAME_DAY_MAX));
}

function traceWith(encoded: number, buffer: number, sameDay: number): Trace {
  return { stability: 0, difficulty: 0, encoded, buffer, sameDay, lastAtMs: 0 };
}
