import type { CallOutput } from "@wordloom/contract/client";
import type { readPackStats } from "virtual:endpoints";
import type { AdminPack } from "./board.ts";

type Outcome = keyof AdminPack["outcomes7d"];
type ByDay = NonNullable<CallOutput<typeof readPackStats>["byDay"]>;

/** Reports that a version was not installed, or taken back. */
export function failuresOf({ installed: _, ...failures }: AdminPack["outcomes7d"]): number {
  return Object.values(failures).reduce((sum, count) => sum + count, 0);
}

/** The reports of one day. */
export interface OutcomeDay {
  /** UTC. */
  readonly day: string;
  readonly installed: number;
  /** Failures with their counts; those that did not occur are omitted. */
  readonly failures: readonly { readonly outcome: Outcome; readonly count: number }[];
}

/** The last `days` days, including those without a report; the earliest first. */
export function outcomeDays(byDay: ByDay, days: number, nowMs: number): OutcomeDay[] {
  const reports = Map.groupBy(byDay, ({ day }) => day);
  return Array.from({ length: days }, (_, at) => {
    const day = new Date(nowMs - (days - 1 - at) * 86_400_000).toISOString().slice(0, 10);
    const counts = new Map<Outcome, number>();
    for (const { outcome, count } of reports.get(day) ?? []) {
      counts.set(outcome, (counts.get(outcome) ?? 0) + count);
    }
    const installed = counts.get("installed") ?? 0;
    counts.delete("installed");
    return {
      day,
      installed,
      failures: [...counts].map(([outcome, count]) => ({ outcome, count })),
    };
  });
}

/** The number of failures of one day. */
export function failedOn({ failures }: OutcomeDay): number {
  return failures.reduce((sum, { count }) => sum + count, 0);
}
