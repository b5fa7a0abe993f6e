import { ALGORITHMS, createMeter, type Meter } from "@wordloom/engine/monitoring";
import type { Deps } from "../../../deps.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { addCounters, listCounters, type CounterRow } from "./engine-counters.repo.ts";

export type { CounterRow } from "./engine-counters.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

interface FlushedMeter {
  readonly meter: Meter;
  /** Reading at the last flush. */
  written: ReturnType<Meter["read"]>;
}

const meterOf = perApp<Needs, FlushedMeter>((needs) => {
  const meter = createMeter(() => needs.clock.monotonicMs());
  return { meter, written: meter.read() };
});

/** The meter passed to the engine on this process. */
export function engineMeter(needs: Needs): Meter {
  return meterOf(needs).meter;
}

/** Calls, time and errors since this process started, with quantiles. */
export function readMeter(needs: Needs): ReturnType<Meter["read"]> {
  return meterOf(needs).meter.read();
}

/** Adds this process's counts since the last flush to the totals of the day (UTC). */
export async function flushCounters(needs: Needs): Promise<void> {
  const state = meterOf(needs);
  const [before, now] = [state.written, state.meter.read()];
  const day = localDay(needs.clock.nowMs(), "UTC");
  const rows = ALGORITHMS.map((algorithm) => ({
    day,
    algorithm,
    calls: now[algorithm].calls - before[algorithm].calls,
    total_us: now[algorithm].totalUs - before[algorithm].totalUs,
    errors: now[algorithm].errors - before[algorithm].errors,
  })).filter(({ calls, errors }) => calls > 0 || errors > 0);
  state.written = now;
  try {
    await transact(needs.database, (tx) => addCounters(tx, rows));
  } catch (error) {
    // The next flush includes these counts.
    state.written = before;
    throw error;
  }
}

/** Totals by day (UTC) and algorithm, including the latest counts of this process. */
export async function readCounters(needs: Needs, sinceDay: string): Promise<CounterRow[]> {
  await flushCounters(needs);
  return listCounters(needs.database, sinceDay);
}
