import { MODES, type Mode } from "../answer.ts";
import type { Parameters } from "../parameters/parameters.ts";
import type { Core } from "./fsrs-core.ts";
import { nextTrace, toward, type TraceAnswer } from "./trace-update.ts";
import type { Trace, WordMemory } from "./word-memory.ts";

/** A mode never asked borrows the strongest other trace, this much weaker on the logit scale. */
export const BORROWED_LOGIT = -0.5;

/** The trace a question in this mode relies on; null before the first answer. */
export function traceFor(memory: WordMemory, mode: Mode, parameters: Parameters): Trace | null {
  if (parameters.featureFlags.multiTraceEnabled === false) return memory.trace;
  if (memory.trace === null) return null;
  const traces = tracesOf(memory);
  return traces[mode] ?? extremeTrace(traces, (a, b) => a > b);
}

/** Whether a word that was asked before is now asked in a mode that has no trace of its own. */
export function isBorrowed(memory: WordMemory, mode: Mode, parameters: Parameters): boolean {
  if (parameters.featureFlags.multiTraceEnabled === false || memory.trace === null) return false;
  return tracesOf(memory)[mode] === undefined;
}

/** Traces by mode; a word learned before the feature was on has one, of the usual mode. */
export function tracesOf(memory: WordMemory): Partial<Record<Mode, Trace>> {
  if (memory.traces !== null) return memory.traces;
  return memory.trace === null ? {} : { [MODES[0] as Mode]: memory.trace };
}

/** Traces of the other modes after an answer: each takes over a part of the update. */
export function transferToOthers(
  core: Core,
  memory: WordMemory,
  mode: Mode,
  own: Trace,
  answer: TraceAnswer,
  parameters: Parameters,
): Partial<Record<Mode, Trace>> {
  const known = tracesOf(memory);
  const traces: Partial<Record<Mode, Trace>> = {};
  for (const other of MODES) {
    const before = known[other];
    if (other === mode) traces[other] = own;
    else if (before !== undefined) {
      traces[other] = transferred(core, before, answer, parameters);
    }
  }
  return traces;
}

/** The trace that decides the level: the weakest one seen. */
export function weakestTrace(traces: Partial<Record<Mode, Trace>>): Trace | null {
  return extremeTrace(traces, (a, b) => a < b);
}

function transferred(core: Core, before: Trace, answer: TraceAnswer, parameters: Parameters) {
  const transfer = parameters.trace.transfer;
  if (transfer === 0) return before;
  const partial = { ...answer, share: answer.share * transfer };
  const { trace } = nextTrace(core, before, partial, parameters);
  return {
    ...trace,
    encoded: toward(before.encoded, trace.encoded, transfer),
    buffer: toward(before.buffer, trace.buffer, transfer),
    lastAtMs: Math.round(toward(before.lastAtMs, trace.lastAtMs, transfer)),
  };
}

function extremeTrace(
  traces: Partial<Record<Mode, Trace>>,
  beats: (a: number, b: number) => boolean,
): Trace | null {
  let best: Trace | null = null;
  for (const mode of MODES) {
    const trace = traces[mode];
    if (trace === undefined) continue;
    if (best === null || beats(trace.stability, best.stability)) best = trace;
  }
  return best;
}
