import { sql } from "kysely";
import { dialectOf } from "../database/dialect/dialect-of.ts";
import type { Database } from "../database/tables.ts";
import { sweepMemory } from "../memory/per-app.ts";
import { pruneLogFiles } from "../observability/log-file.ts";
import type { Worker } from "./worker.ts";

/** Leases and made-up runs allow for a few seconds between the clocks of processes. */
const DRIFT_MAX_MS = 2_000;

/** Workers that do not depend on features. Created once per app. */
export function platformWorkers(): Worker[] {
  return [cacheCleanup, walCheckpoint, clockProbe, logExport];
}

/** Cached values expire on read; this drops those that nobody reads. */
const cacheCleanup: Worker = {
  name: "cache_cleanup",
  schedule: { everyMs: 600_000 },
  everywhere: true,
  run: async (deps) => sweepMemory(deps),
};

/**
 * Moves committed pages from SQLite's log to the database file, so that the log does not grow
 * without limit under constant reading. Does not wait for readers: the next run moves the rest.
 */
const walCheckpoint: Worker = {
  name: "wal_checkpoint",
  schedule: { everyMs: 600_000 },
  enabled: ({ database }) => dialectOf(database) === "sqlite",
  async run({ database }) {
    // An administrator may run a worker that is switched off.
    if (dialectOf(database) !== "sqlite") return;
    await sql`pragma wal_checkpoint(passive)`.execute(database);
  },
};

/**
 * Measures how far this machine's clock is from that of the database, and warns if it is too far.
 */
const clockProbe: Worker = {
  name: "clock_probe",
  schedule: { everyMs: 3_600_000 },
  everywhere: true,
  async run({ clock, database, log, metrics }) {
    const beforeMs = clock.nowMs();
    const storeMs = await readDatabaseClock(database);
    // The database answered at some time between the two.
    const driftMs = Math.round(storeMs - (beforeMs + clock.nowMs()) / 2);
    metrics
      .gauge("clock_drift_seconds", "Clock of the database minus clock of this process.")
      .set(driftMs / 1_000);
    if (Math.abs(driftMs) <= DRIFT_MAX_MS) return;
    log.warn({ driftMs }, "the clocks of this machine and of the database disagree");
  },
};

async function readDatabaseClock(database: Database): Promise<number> {
  const now =
    dialectOf(database) === "postgres"
      ? sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`
      : sql<{ ms: number }>`select unixepoch('subsec') * 1000.0 as ms`;
  const { rows } = await now.execute(database);
  return Number(rows[0]?.ms);
}

/**
 * Removes the oldest log files beyond the limit, even while nothing is logged; a new file begins
 * with the first line of each day.
 */
const logExport: Worker = {
  name: "log_export",
  schedule: { everyMs: 3_600_000 },
  everywhere: true,
  enabled: ({ settings }) => settings.ENABLE_FILE_LOGS,
  async run({ settings }) {
    if (settings.ENABLE_FILE_LOGS) pruneLogFiles(settings.LOG_DIR, settings.MAX_LOG_FILES);
  },
};
