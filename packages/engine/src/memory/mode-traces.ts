import { MODES, type Mode } from "../answer.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { Core } from "./fsrs-core.ts";
import { type ModeTraces, type PackedTraces, packTraces, unpackTraces } from "./packed-traces.ts";
import { nextTrace, toward, type TraceAnswer } from "./trace-update.ts";
import type { Trace, WordMemory } from "./word-memory.ts";

/** Logit shift for a mode never asked, which uses the strongest trace of another mode. */
export const BORROWED_LOGIT = -0.5;

/** The trace used for a question in this mode; null before the first answer. */
export function traceFor(
  memory: WordMemory,
  mode: Mode,
  parameters: EngineParameters,
): Trace | null {
  if (parameters.featureFlags.multiTraceEnabled === false) return memory.trace;
  if (memory.trace === null) return null;
  const traces = tracesOf(memory);
  const strongest = extremeMode(traces, (a, b) => a > b) as Mode;
  return traces[mode] ?? (traces[strongest] as Trace);
}

/** Whether a word that was asked before lacks a trace for this mode. */
export function isBorrowed(memory: WordMemory, mode: Mode, parameters: EngineParameters): boolean {
  if (parameters.featureFlags.multiTraceEnabled === false || memory.trace === null) return false;
  return tracesOf(memory)[mode] === undefined;
}

/** Traces by mode; a word learned before the feature was enabled has one, of the default mode. */
export function tracesOf({ trace, traces }: WordMemory): ModeTraces {
  if (trace === null) return {};
  return traces === null ? { [MODES[0] as Mode]: trace } : unpackTraces({ trace, traces });
}

/**
 * When a word was last answered in any mode; null before the first answer. Packed traces store it
 * to the second.
 */
export function lastAnswerMs(memory: WordMemory): number | null {
  if (memory.trace === null) return null;
  if (memory.traces === null) return memory.trace.lastAtMs;
  return Math.max(...Object.values(tracesOf(memory)).map((trace) => trace.lastAtMs));
}

/** Traces after an answer: the other modes realize a part of the update. */
export function transferToOthers(
  core: Core,
  memory: WordMemory,
  mode: Mode,
  own: Trace,
  answer: TraceAnswer,
  parameters: EngineParameters,
): ModeTraces {
  const known = tracesOf(memory);
  const traces: ModeTraces = {};
  for (const other of MODES) {
    const before = known[other];
    if (other === mode) traces[other] = own;
    else if (before !== undefined) {
      traces[other] = transferred(core, before, answer, parameters);
    }
  }
  return traces;
}

/** Traces in their stored form; the shown one is the weakest, which decides the level. */
export function packModeTraces(traces: ModeTraces): PackedTraces {
  return packTraces(traces, extremeMode(traces, (a, b) => a < b) as Mode);
}

function transferred(core: Core, before: Trace, answer: TraceAnswer, parameters: EngineParameters) {
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

/** The mode with the highest stability; null without any trace. */
function extremeMode(traces: ModeTraces, beats: (a: number, b: number) => boolean): Mode | null {
  let found: Mode | null = null;
  let best = 0;
  for (const mode of MODES) {
    const stability = traces[mode]?.stability;
    if (stability === undefined || (found !== null && !beats(stability, best))) continue;
    found = mode;
    best = stability;
  }
  return found;
}
