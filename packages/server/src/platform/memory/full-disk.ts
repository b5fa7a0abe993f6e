import type { Clock } from "../time/clock.ts";
import type { Database } from "../database/tables.ts";
import { perApp } from "./per-app.ts";

interface Needs {
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly database: Database;
}

/** SQLite's primary result code and PostgreSQL's SQLSTATE. */
const SQLITE_FULL = 13;
const POSTGRES_FULL = "53100";

/**
 * Each process writes every ten seconds, so after this time without a failure the disk has room
 * again.
 */
const TOLD_FOR_MS = 25_000;

const lastRefusal = perApp((_: Needs): { atMs: number } => ({ atMs: Number.NEGATIVE_INFINITY }));

/**
 * Call when a statement failed. If the disk of the database is full, health reports it for a while.
 */
export function noteIfFull(needs: Needs, error: unknown): void {
  if (saysFull(error)) lastRefusal(needs).atMs = needs.clock.monotonicMs();
}

/** Whether the database recently refused a write because its disk was full. */
export function wasFullLately(needs: Needs): boolean {
  return needs.clock.monotonicMs() - lastRefusal(needs).atMs < TOLD_FOR_MS;
}

function saysFull(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(saysFull);
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { readonly code?: string; readonly errcode?: number };
  if (code === "ERR_SQLITE_ERROR") return ((errcode ?? 0) & 0xff) === SQLITE_FULL;
  return code === POSTGRES_FULL;
}
