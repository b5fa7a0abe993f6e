import type { Parameters } from "../parameters/parameters.ts";
import { type Core, longTermPause, longTermRecall } from "./fsrs-core.ts";
import type { Trace } from "./word-memory.ts";

/** Same-day successes beyond this lengthen the short-lived trace no further. */
export const SAME_DAY_MAX = 5;

const MINUTES_PER_DAY = 1440;
const NEWTON_STEPS_MAX = 100;

/** Time constants in days of the short-lived trace for 0..5 same-day successes. */
export function bufferTaus(parameters: Parameters): number[] {
  const { bufferTauMinutes, tauGrowth } = parameters.shortTerm;
  return Array.from(
    { length: SAME_DAY_MAX + 1 },
    (_, k) => (bufferTauMinutes * tauGrowth ** k) / MINUTES_PER_DAY,
  );
}

/** Two routes to recall, as numbers: what a curve over future time needs to know. */
export interface Blend {
  core: Core;
  stability: number;
  /** z; 1 gives the core alone, bit for bit. */
  encoded: number;
  buffer: number;
  tauDays: number;
}

/**
 * Recall by either route: z R_L(t) + (1 − z) b e^(−t/τ).
 *
 * @returns in (0, 1]; falling in t because both terms fall
 */
export function blendRecall(blend: Blend, pauseDays: number): number {
  const lasting = longTermRecall(blend.core, pauseDays, blend.stability);
  const z = blend.encoded;
  if (z === 1) return lasting;
  return z * lasting + (1 - z) * blend.buffer * Math.exp(-pauseDays / blend.tauDays);
}

/**
 * The pause in days after which {@link blendRecall} has fallen to r; Infinity when it never does.
 *
 * Newton's method from the left: the curve is convex and falling, so no step can overshoot.
 */
export function blendPause(blend: Blend, recall: number): number {
  const z = blend.encoded;
  if (z === 1) return recall >= 1 ? 0 : longTermPause(blend.core, recall, blend.stability);
  if (recall >= z + (1 - z) * blend.buffer) return 0;
  const lowest = recall < z ? longTermPause(blend.core, recall / z, blend.stability) : 0;
  // Where the short-lived trace has vanished the long-term answer is already exact.
  if (lowest / blend.tauDays > 40) return lowest;
  return newtonPause(blend, recall, lowest);
}

function newtonPause(blend: Blend, recall: number, start: number): number {
  const { core, stability, encoded: z, tauDays } = blend;
  let t = start;
  for (let i = 0; i < NEWTON_STEPS_MAX; i++) {
    const lasting = longTermRecall(core, t, stability);
    const buffer = (1 - z) * blend.buffer * Math.exp(-t / tauDays);
    const excess = z * lasting + buffer - recall;
    const stretched = stability / core.factor + t;
    const fall = (z * core.decay * (lasting - core.floor)) / stretched + buffer / tauDays;
    if (!(excess > 0) || fall <= 0) return t;
    const step = excess / fall;
    t += step;
    if (step < 1e-9 * t) return t;
  }
  return t;
}

/**
 * Mean of {@link blendRecall} over the next days, in closed form.
 *
 * @param days  horizon, > 0
 */
export function meanRecall(blend: Blend, days: number): number {
  const { core, stability, encoded: z, tauDays } = blend;
  const stretch = 1 + (core.factor * days) / stability;
  const power = 1 - core.decay;
  const bare = (stability / (core.factor * power * days)) * (stretch ** power - 1);
  const lasting = core.floor + (1 - core.floor) * bare;
  if (z === 1) return lasting;
  const buffer = (blend.buffer * tauDays * (1 - Math.exp(-days / tauDays))) / days;
  return z * lasting + (1 - z) * buffer;
}

/**
 * A new trace with z, b and k after an answer; stability, difficulty and time are the caller's to
 * fill in.
 *
 * @param before  null for the first answer
 */
export function nextEncoding(
  rules: Parameters["shortTerm"],
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
