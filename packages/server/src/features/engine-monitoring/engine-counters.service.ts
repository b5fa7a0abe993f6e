import { ALGORITHMS, createMeter, type Meter } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import { localDay } from "../../platform/local-day.ts";
import { perApp } from "../../platform/per-app.ts";
import { addCounters, listCounters, type CounterRow } from "./engine-counters.repo.ts";

export type { CounterRow } from "./engine-counters.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

interface Gauge {
  readonly meter: Meter;
  /** What was read at the last flush. */
  written: ReturnType<Meter["read"]>;
}

const gaugeOf = perApp<Needs, Gauge>((needs) => {
  const meter = createMeter(() => needs.clock.monotonicMs());
  return { meter, written: meter.read() };
});

/** The stopwatch the engine is given on this process. */
export function engineMeter(needs: Needs): Meter {
  return gaugeOf(needs).meter;
}

/** Calls, time and errors since this process started, with quantiles. */
export function readMeter(needs: Needs): ReturnType<Meter["read"]> {
  return gaugeOf(needs).meter.read();
}

/** Adds what this process counted since the last time to the totals of the day (UTC). */
export async function flushCounters(needs: Needs): Promise<void> {
  const gauge = gaugeOf(needs);
  const [before, now] = [gauge.written, gauge.meter.read()];
  const day = localDay(needs.clock.nowMs(), "UTC");
  const rows = ALGORITHMS.map((algorithm) => ({
    day,
    algorithm,
    calls: now[algorithm].calls - before[algorithm].calls,
    total_us: now[algorithm].totalUs - before[algorithm].totalUs,
    errors: now[algorithm].errors - before[algorithm].errors,
  })).filter(({ calls, errors }) => calls > 0 || errors > 0);
  gauge.written = now;
  try {
    await addCounters(needs.database, rows);
  } catch (error) {
    // Nothing is lost: the next flush writes it as well.
    gauge.written = before;
    throw error;
  }
}

/** Totals by day (UTC) and algorithm; what this process counted a moment ago is included. */
export async function readCounters(needs: Needs, sinceDay: string): Promise<CounterRow[]> {
  await flushCounters(needs);
  return listCounters(needs.database, sinceDay);
}
