import { MODES, type Mode } from "../answer.ts";
import { STABILITY_MAX, STABILITY_MIN } from "./fsrs-core.ts";
import type { Trace } from "./word-memory.ts";

/** Traces by question mode; a mode that was never asked has none. */
export type ModeTraces = Partial<Record<Mode, Trace>>;

/**
 * Stored form of several traces.
 *
 * Four traces in full precision would exceed the size limit of a memory. So the shown trace is only
 * marked, and the others are quantized and written in base 36: finer than an answer can resolve,
 * and stable when packed again.
 */
export interface PackedTraces {
  /** The shown one, rounded. */
  trace: Trace;
  /** One word per mode, in the order of {@link MODES}: "=" the shown one, "-" none. */
  traces: string;
}

const SECOND_MS = 1000;
const BASE = 36;
const SHOWN = "=";
const NONE = "-";
/** Characters of ln stability, difficulty, z, b and k; the time in seconds takes the rest. */
const WIDTHS = [3, 2, 2, 2, 1];
const STEPS = WIDTHS.map((width) => BASE ** width - 1);
const LOG_MIN = Math.log(STABILITY_MIN);
const LOG_SPAN = Math.log(STABILITY_MAX) - LOG_MIN;

/** @param shown  mode of the trace that the memory shows, one of `traces` */
export function packTraces(traces: ModeTraces, shown: Mode): PackedTraces {
  const words = MODES.map((mode) => {
    const trace = traces[mode];
    if (mode === shown) return SHOWN;
    return trace === undefined ? NONE : packed(trace);
  });
  return { trace: rounded(traces[shown] as Trace), traces: words.join(" ") };
}

/** Inverse of {@link packTraces}, up to its precision. */
export function unpackTraces({ trace, traces }: PackedTraces): ModeTraces {
  const found: ModeTraces = {};
  for (const [i, word] of traces.split(" ").entries()) {
    if (word !== NONE) found[MODES[i] as Mode] = word === SHOWN ? trace : unpacked(word);
  }
  return found;
}

function packed(trace: Trace): string {
  const shares = [
    (Math.log(trace.stability) - LOG_MIN) / LOG_SPAN,
    (trace.difficulty - 1) / 9,
    trace.encoded,
    trace.buffer,
  ];
  const steps = shares.map((share, i) => Math.round(share * (STEPS[i] as number)));
  const digits = [...steps, trace.sameDay].map((step, i) =>
    step.toString(BASE).padStart(WIDTHS[i] as number, "0"),
  );
  return digits.join("") + Math.floor(trace.lastAtMs / SECOND_MS).toString(BASE);
}

function unpacked(word: string): Trace {
  let at = 0;
  const steps = WIDTHS.map((width) => Number.parseInt(word.slice(at, (at += width)), BASE));
  const share = (i: number) => (steps[i] as number) / (STEPS[i] as number);
  return {
    stability: Math.exp(LOG_MIN + LOG_SPAN * share(0)),
    difficulty: 1 + 9 * share(1),
    encoded: share(2),
    buffer: share(3),
    sameDay: steps[4] as number,
    lastAtMs: Number.parseInt(word.slice(at), BASE) * SECOND_MS,
  };
}

function rounded(trace: Trace): Trace {
  return {
    stability: Number(trace.stability.toPrecision(5)),
    difficulty: round3(trace.difficulty),
    encoded: round3(trace.encoded),
    buffer: round3(trace.buffer),
    sameDay: trace.sameDay,
    lastAtMs: trace.lastAtMs,
  };
}

function round3(x: number): number {
  return Math.round(x * 1e3) / 1e3;
}
