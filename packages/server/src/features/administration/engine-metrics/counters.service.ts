import type { Deps } from "../../../deps.ts";
import { localDay, shiftDay } from "../../../platform/time/local-day.ts";
import { flushCounters } from "../../adaptation/engine-monitoring/engine-counters.service.ts";
import { listAlgorithmDays, sumAlgorithms } from "./counters.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "reports">;

/**
 * Calls, time and errors by algorithm, for all days and processes, including this process's latest.
 */
export async function readAlgorithmTotals(needs: Needs) {
  const rows = await totalsNow(needs);
  return Object.fromEntries(
    rows.map(({ algorithm, calls, totalUs, errors }) => [
      algorithm,
      { callCount: calls, totalLatencyUs: totalUs, errorCount: errors },
    ]),
  );
}

/** How the calls are divided among the algorithms, most frequent first. */
export async function readAlgorithmShares(needs: Needs) {
  const rows = await totalsNow(needs);
  const total = rows.reduce((sum, { calls }) => sum + calls, 0);
  return rows
    .toSorted((a, b) => b.calls - a.calls)
    .map(({ algorithm, calls: count }) => ({
      algorithm,
      count,
      pct: total === 0 ? 0 : (100 * count) / total,
    }));
}

/** The latest days (UTC) with calls, oldest first. */
export async function readAlgorithmDays(needs: Needs, days: number) {
  await flushCounters(needs);
  const today = localDay(needs.clock.nowMs(), "UTC");
  const rows = await listAlgorithmDays(needs.reports, shiftDay(today, 1 - days));
  return rows.map(({ day, algorithm, calls, total_us, errors }) => ({
    date: day,
    algorithm,
    callCount: calls,
    avgLatencyUs: calls === 0 ? 0 : total_us / calls,
    errorCount: errors,
  }));
}

async function totalsNow(needs: Needs) {
  await flushCounters(needs);
  return sumAlgorithms(needs.reports);
}
