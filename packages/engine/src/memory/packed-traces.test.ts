import { describe, expect, it } from "vitest";
import { MODES } from "../answer.ts";
import { hash32 } from "../numeric/random.ts";
import { defaultParameters, withParameters } from "../parameters/parameters.ts";
import { answerIn, START_MS, startScript } from "../testing/scripted-learner.ts";
import { STABILITY_MAX, STABILITY_MIN } from "./fsrs-core.ts";
import { type ModeTraces, packTraces, unpackTraces } from "./packed-traces.ts";
import type { Trace } from "./word-memory.ts";

// What we check: that packing is precise enough, is stable when repeated, and keeps a memory with
// four traces within its size limit.
const drawn = (i: number): Trace => {
  const draw = (tag: string) => hash32(5, i, 0, tag);
  return {
    stability: STABILITY_MIN * (STABILITY_MAX / STABILITY_MIN) ** draw("s"),
    difficulty: 1 + 9 * draw("d"),
    encoded: draw("z"),
    buffer: draw("b"),
    sameDay: Math.floor(6 * draw("k")),
    lastAtMs: START_MS + Math.floor(1e11 * draw("t")),
  };
};

describe("packed traces", () => {
  it("keep stability to 1 in 2000, and the rest nearly as precisely", () => {
    for (let i = 0; i < 500; i++) {
      const trace = drawn(i);
      const traces = { "word-to-meaning": drawn(-1), "audio-to-meaning": trace };
      const packed = packTraces(traces, "word-to-meaning");
      const found = unpackTraces(packed)["audio-to-meaning"] as Trace;
      expect(found.stability / trace.stability).toBeCloseTo(1, 3);
      expect(found.difficulty).toBeCloseTo(trace.difficulty, 2);
      expect(found.encoded).toBeCloseTo(trace.encoded, 2);
      expect(found.buffer).toBeCloseTo(trace.buffer, 2);
      expect(found.sameDay).toBe(trace.sameDay);
      expect(Math.abs(found.lastAtMs - trace.lastAtMs)).toBeLessThan(1000);
    }
  });

  it("are the same when packed again", () => {
    for (let i = 0; i < 500; i++) {
      const traces = Object.fromEntries(MODES.map((mode, j) => [mode, drawn(4 * i + j)]));
      const once = packTraces(traces as ModeTraces, "meaning-to-word");
      expect(packTraces(unpackTraces(once), "meaning-to-word")).toEqual(once);
    }
  });

  it("are separate by mode, and a mode never asked has none", () => {
    const traces = { "meaning-to-spelling": drawn(1), "meaning-to-word": drawn(2) };
    const found = unpackTraces(packTraces(traces, "meaning-to-spelling"));
    expect(Object.keys(found).sort()).toEqual(Object.keys(traces).sort());
    expect(found["meaning-to-spelling"]?.lastAtMs).toBe(drawn(1).lastAtMs);
  });

  it("keep a memory of four modes within 600 bytes, even with long ids", () => {
    const flags = { "featureFlags.multiTraceEnabled": true };
    const script = startScript(withParameters(defaultParameters(), flags));
    const id = "0a6f1c9e-1111-4222-8333-0123456789ab";
    for (let i = 0; i < 400; i++) {
      const draw = (tag: string) => hash32(3, i, 0, tag);
      const { memory } = answerIn(script, id, 8640 * draw("pause") ** 3, {
        isCorrect: draw("correct") < 0.8,
        mode: MODES[Math.floor(4 * draw("mode"))] ?? "word-to-meaning",
        responseTimeMs: 1000 + Math.round(6000 * draw("time")),
        confusedWith: "9b6f1c9e-1111-4222-8333-0123456789ab",
      });
      expect(JSON.stringify(memory).length).toBeLessThanOrEqual(600);
      expect(memory.intervalSecs).toBeGreaterThan(0);
    }
  });
});
