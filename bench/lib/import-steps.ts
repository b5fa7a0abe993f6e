import type { createStallMeter } from "@wordloom/testing/heavy/stall-meter";
import type { Figure } from "./row.ts";

/** Measures the steps of an import while another connection requests `/health/live`. */
export function measuredSteps(meter: Awaited<ReturnType<typeof createStallMeter>>) {
  const figures: Figure[] = [];
  let peakMiB = 0;
  return {
    figures,
    /** @param atMostMs  the target; undefined: none */
    async step<T>(name: string, atMostMs: number | undefined, work: () => Promise<T>): Promise<T> {
      const startedMs = performance.now();
      const { result, longestMs, ...memory } = await meter.during(work);
      const ms = performance.now() - startedMs;
      peakMiB = Math.max(peakMiB, memory.peakMiB);
      const bar = atMostMs === undefined ? {} : { bar: { atMost: atMostMs / 1_000 } };
      figures.push(
        { name, value: ms / 1_000, unit: "s", ...bar },
        {
          name: `longest answer of /health/live meanwhile, ${name}`,
          value: longestMs,
          unit: "ms",
          bar: { atMost: 100 },
        },
        { name: `memory of the process meanwhile, ${name}`, value: memory.peakMiB, unit: "MiB" },
      );
      return result;
    },
    /** The most memory that a step took; 400 MB are allowed. */
    memory: (): Figure => ({
      name: "memory of the process",
      value: peakMiB,
      unit: "MiB",
      bar: { atMost: 381 },
    }),
  };
}
