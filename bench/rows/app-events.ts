import { DatabaseSync } from "node:sqlite";
import { rollUpDays } from "@wordloom/server/features/clients/app-event-analytics/event-rollup.service";
import { tallyEvents } from "@wordloom/server/features/clients/app-event-analytics/event-tally.service";
import { systemClock } from "@wordloom/server/platform/time/clock";
import { openDatabase } from "@wordloom/server/platform/database/connection";
import { randomIds } from "@wordloom/server/platform/basics/ids";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { createTokens } from "@wordloom/server/platform/identity/tokens";
import { deviceId, eventOf, fillAppEvents, registerDevices } from "../lib/app-event-history.ts";
import { tokensOf } from "../lib/city-names.ts";
import { startCityServer } from "../lib/city-server.ts";
import { runLoad } from "../lib/load.ts";
import { runPacedLoad } from "../lib/paced-load.ts";
import { BENCH_SECRETS, pinLoadGenerator } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";
import { answerBody } from "./accept.ts";

/** Number of sending learners, each with a device. */
const LEARNERS = 1_000;
const EVENTS_PER_SECOND = 2_000;
const EVENTS_PER_BATCH = 50;
const SECONDS = Number(process.env["WORDLOOM_BENCH_SECONDS"] ?? 60);

const EVENTS = Number(process.env["WORDLOOM_BENCH_APP_EVENTS"] ?? 5_000_000);
const READ_SECONDS = 3;
const READ_BAR = { bar: { atMost: 200 } } as const;
const READS = [
  "overview",
  "trend",
  "top-events",
  "errors",
  "perf",
  "funnel",
  "activity",
  "retention-matrix?weeks=26&",
];

const BEYOND_ALL_LIMITS = { RATE_LIMIT_TELEMETRY_MAX: "1000000000" };
const EVENT_LOAD = {
  path: "/api/telemetry/app-events",
  connections: 8,
  seconds: SECONDS,
  headers: (n: number) => ({
    "x-device-id": deviceId(n % LEARNERS),
    "x-device-platform": "ios",
    "x-app-version": "1.2.3",
  }),
  body: batchOf,
} as const;

/**
 * Answers at half of saturation, alone and while apps report 2,000 events a second in batches of
 * fifty: the effect on the answers. Both workers run, as in production.
 */
export const appEvents: Row = async () => {
  pinLoadGenerator();
  const server = await startCityServer({
    settings: BEYOND_ALL_LIMITS,
    prepare: (file) => registerDevices(file, LEARNERS),
  });
  const tokens = tokensOf(LEARNERS);
  const to = { url: server.url, method: "POST", tokens } as const;
  const answers = { ...to, path: "/api/records", connections: 64 };
  const bodyOf = (run: string) => (n: number) => answerBody(`${process.pid}-${run}-${n}`, n);
  try {
    await runLoad({ ...answers, seconds: 2, body: bodyOf("warm") });
    const full = await runLoad({ ...answers, seconds: 5, body: bodyOf("full") });
    const rate = Math.round(full.perSecond / 2);
    const half = { ...answers, seconds: SECONDS };
    await runPacedLoad({ ...answers, seconds: 2, body: bodyOf("paced") }, rate);
    const alone = await runPacedLoad({ ...half, body: bodyOf("alone") }, rate);
    const [beside, batches] = await Promise.all([
      runPacedLoad({ ...half, body: bodyOf("beside") }, rate),
      runPacedLoad({ ...to, ...EVENT_LOAD }, EVENTS_PER_SECOND / EVENTS_PER_BATCH),
    ]);
    const stored = countEvents(server.databaseFile);
    return [
      { name: "answers at half of saturation", value: rate, unit: "1/s" },
      { name: "their p99 alone", value: alone.p99Ms, unit: "ms" },
      { name: "their p99 beside app events", value: beside.p99Ms, unit: "ms" },
      { name: "ratio", value: beside.p99Ms / alone.p99Ms, unit: "", bar: { atMost: 2 } },
      {
        name: "events stored",
        value: stored / SECONDS,
        unit: "1/s",
        bar: { atLeast: 0.95 * EVENTS_PER_SECOND },
      },
      { name: "p99 of a batch", value: batches.p99Ms, unit: "ms" },
      {
        name: "errors",
        value: alone.errors + beside.errors + batches.errors,
        unit: "",
        bar: { atMost: 0 },
      },
    ];
  } finally {
    await server.stop();
  }
};

/** Every analytics read over five million events in ninety days, counted by the worker. */
export const appEventReads: Row = async () => {
  pinLoadGenerator();
  const nowMs = Date.now();
  const server = await startCityServer({
    settings: { WORKER_LEADER: "false" },
    prepare: (file) => {
      fillAppEvents(file, EVENTS, nowMs);
      addAdmin(file, nowMs);
    },
  });
  const tokens = [adminToken(nowMs)];
  const load = { url: server.url, method: "GET", tokens, connections: 1 } as const;
  try {
    const figures = await countAll(server.databaseFile);
    let errors = 0;
    for (const read of READS) {
      const path = `/api/admin/app-events/${read.includes("?") ? read : `${read}?`}days=90`;
      await runLoad({ ...load, path, seconds: 1 });
      const result = await runLoad({ ...load, path, seconds: READ_SECONDS });
      const name = `${read.split("?")[0]}, 90 days: p99`;
      figures.push({ name, value: result.p99Ms, unit: "ms", ...READ_BAR });
      errors += result.errors;
    }
    return [...figures, { name: "errors", value: errors, unit: "", bar: { atMost: 0 } }];
  } finally {
    await server.stop();
  }
};

function batchOf(sequence: number) {
  const clientTsMs = Date.now();
  const events = Array.from({ length: EVENTS_PER_BATCH }, (_, n) => {
    const clientEventId = `${process.pid}-${sequence}-${n}`;
    return { clientEventId, clientTsMs, ...eventOf(sequence * EVENTS_PER_BATCH + n) };
  });
  return { events };
}

function countEvents(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  const row = db.prepare("select count(*) as events from app_events").get();
  db.close();
  return Number(row?.["events"] ?? Number.NaN);
}

/** Counts all events as the workers do, then recounts the latest days. */
async function countAll(file: string): Promise<Figure[]> {
  const database = await openDatabase(`sqlite:${file}`, { busyTimeoutMs: 10_000, poolSize: 1 });
  const needs = { database, clock: systemClock, settings: testSettings() };
  const going = new AbortController().signal;
  const startedMs = performance.now();
  const counted = await tallyEvents(needs, going);
  const countedMs = performance.now();
  await rollUpDays(needs, going);
  const recountedMs = performance.now();
  await database.destroy();
  return [
    { name: "events", value: counted, unit: "" },
    { name: "counted", value: counted / ((countedMs - startedMs) / 1000), unit: "events/s" },
    { name: "latest days summed up again", value: (recountedMs - countedMs) / 1000, unit: "s" },
  ];
}

const ADMIN = { accountId: "bench-admin", sessionId: "bench-admin-session" } as const;
const SIGNED_IN_MS = 86_400_000;

function addAdmin(file: string, nowMs: number): void {
  const db = new DatabaseSync(file);
  db.prepare(
    `insert into admins (id, email, password_hash, role, created_at_ms, updated_at_ms)
     values (?, 'admin@example.org', 'none', 'admin', ?, ?)`,
  ).run(ADMIN.accountId, nowMs, nowMs);
  db.prepare(
    `insert into sessions (id, kind, account_id, created_at_ms, expires_at_ms)
     values (?, 'admin', ?, ?, ?)`,
  ).run(ADMIN.sessionId, ADMIN.accountId, nowMs, nowMs + SIGNED_IN_MS);
  db.close();
}

function adminToken(nowMs: number): string {
  const tokens = createTokens(testSettings(BENCH_SECRETS), randomIds);
  return tokens.issueAdmin(ADMIN, nowMs, SIGNED_IN_MS);
}
