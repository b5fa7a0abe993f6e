import { sql } from "kysely";
import { dialectOf } from "../database/dialect/dialect-of.ts";
import { sweepMemory } from "../memory/per-app.ts";
import type { Worker } from "./worker.ts";

const INCIDENT_WINDOW_SECS = 300;
const INCIDENT_RATE = 0.01;
const INCIDENT_REQUESTS_MIN = 20;
const INCIDENT_PAUSE_MS = 300_000;

/** Workers that do not depend on features. Created once per app. */
export function platformWorkers(): Worker[] {
  return [cacheCleanup, walCheckpoint, createErrorRateWatchdog()];
}

/** Cached values expire on read; this drops those that are not read. */
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
  run: async ({ database }) => void (await sql`pragma wal_checkpoint(passive)`.execute(database)),
};

/**
 * Sends `incident` to all streams when more than 1 % of at least 20 requests in the last five
 * minutes failed with a 5xx, at most once in five minutes. Each process checks only its own
 * requests.
 */
export function createErrorRateWatchdog(): Worker {
  let lastIncidentMs = Number.NEGATIVE_INFINITY;

  return {
    name: "error_rate_watchdog",
    schedule: { everyMs: 60_000 },
    everywhere: true,

    async run({ clock, events, log, metrics }) {
      const { rate, requests } = metrics.errorRate(clock.nowMs());
      if (rate <= INCIDENT_RATE || requests < INCIDENT_REQUESTS_MIN) return;
      if (clock.monotonicMs() - lastIncidentMs < INCIDENT_PAUSE_MS) return;

      lastIncidentMs = clock.monotonicMs();
      log.error({ errorRate: rate, requests }, "too many requests are failing");
      events.toAll({ type: "incident", errorRate: rate, windowSecs: INCIDENT_WINDOW_SECS });
    },
  };
}
