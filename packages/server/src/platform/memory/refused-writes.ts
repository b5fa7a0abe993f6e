import { isDiskFull } from "../basics/unwritable.ts";
import type { Clock } from "../time/clock.ts";
import type { Database } from "../database/tables.ts";
import { perApp } from "./per-app.ts";

interface Needs {
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly database: Database;
}

/** Why the disk refused a write: for lack of space, or for a quota or a fault. */
export type Refusal = "full" | "other";

const POSTGRES_FULL = "53100";

/**
 * SQLite's extended result codes when a write, a flush or a change of length fails. It reports a
 * quota like a fault of the disk.
 */
const SQLITE_REFUSED: ReadonlySet<number> = new Set([3, 4, 5, 6].map((kind) => 10 | (kind << 8)));

/**
 * Each process writes every ten seconds, so after this time without a failure the disk takes writes
 * again.
 */
const TOLD_FOR_MS = 25_000;

const lastRefusal = perApp((_: Needs): { atMs: number; refusal: Refusal } => ({
  atMs: Number.NEGATIVE_INFINITY,
  refusal: "other",
}));

/** Call when a statement failed. If the disk refused to store, health reports it for a while. */
export function noteIfRefused(needs: Needs, error: unknown): void {
  const refusal = refusalOf(error);
  if (refusal === undefined) return;
  Object.assign(lastRefusal(needs), { atMs: needs.clock.monotonicMs(), refusal });
}

/** Why the disk of the database lately refused a write; undefined if it did not. */
export function refusedLately(needs: Needs): Refusal | undefined {
  const { atMs, refusal } = lastRefusal(needs);
  return needs.clock.monotonicMs() - atMs < TOLD_FOR_MS ? refusal : undefined;
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof AggregateError) {
    return error.errors.map(refusalOf).find((each) => each !== undefined);
  }
  if (!(error instanceof Error)) return undefined;
  const { code, errcode } = error as { readonly code?: string; readonly errcode?: number };
  if (code === POSTGRES_FULL) return "full";
  if (code !== "ERR_SQLITE_ERROR") return undefined;
  if (isDiskFull(error)) return "full";
  return SQLITE_REFUSED.has(errcode ?? 0) ? "other" : undefined;
}
