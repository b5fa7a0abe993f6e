import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { buildApp } from "@wordloom/server/app";
import { readSettings } from "@wordloom/server/platform/settings/settings";
import { drainOutbox } from "@wordloom/server/features/study/records/outbox-drain.service";
import { learnerId, tokensOf } from "../lib/city-names.ts";
import { buildCity, cityFile, copyCity } from "../lib/city.ts";
import { CITY_NOW_MS } from "../lib/city-size.ts";
import { startCityServer } from "../lib/city-server.ts";
import { median, runLoad } from "../lib/load.ts";
import { runPacedLoad } from "../lib/paced-load.ts";
import { BENCH_SECRETS, pinLoadGenerator } from "../lib/processes.ts";
import { applyRaw, type RawAnswer } from "../lib/raw-apply.ts";
import type { Figure, Row } from "../lib/row.ts";
import { answerBody } from "./accept.ts";

const ANSWERS = 10_000;
const ROUNDS = 3;
const LOAD_SECONDS = 60;
const GONE_WITHIN_SECONDS = 60;

/** The outbox worker against the raw loop, and its backlog after a minute at half saturation. */
export const apply: Row = async () => {
  await buildCity();
  const rates = { ours: [] as number[], raw: [] as number[] };
  const cpuMicros: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.raw.push(await rawRate(round));
    const ours = await outboxRun(round);
    rates.ours.push(ours.perSecond);
    cpuMicros.push(ours.cpuMicros);
  }
  const ratio = median(rates.ours.map((rate, round) => rate / (rates.raw[round] ?? Number.NaN)));
  return [
    { name: "outbox worker", value: median(rates.ours), unit: "answers/s" },
    { name: "processor time of an answer", value: median(cpuMicros), unit: "µs" },
    { name: "raw loop", value: median(rates.raw), unit: "answers/s" },
    { name: "ratio", value: ratio, unit: "", bar: { atLeast: 0.5 } },
    ...(await backlogFigures()),
  ];
};

/** Answers a second of the raw loop. */
export async function rawRate(round: number): Promise<number> {
  const answers = answersOf(round);
  return onCopy(async (file) => applyRaw(fillOutbox(file, answers), answers));
}

interface OutboxRun {
  /** Answers applied. */
  readonly perSecond: number;
  /** Processor time of all threads per answer, which other programs hardly affect. */
  readonly cpuMicros: number;
}

/** The outbox worker's rate when nothing else is running. */
export async function outboxRun(round: number): Promise<OutboxRun> {
  return onCopy((file) => applyOurs(fillOutbox(file, answersOf(round))));
}

/** Answers of a thousand learners, in the order of their arrival. */
function answersOf(round: number): RawAnswer[] {
  return Array.from({ length: ANSWERS }, (_, n) => ({
    ...answerBody(`bench-${round}-${n}`, n + round * ANSWERS),
    userId: learnerId(n % 1_000),
    atMs: CITY_NOW_MS + n,
  }));
}

async function onCopy<T>(work: (file: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(path.join(path.dirname(cityFile()), "run-"));
  try {
    return await work(copyCity(directory));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function fillOutbox(file: string, answers: readonly RawAnswer[]): string {
  const db = new DatabaseSync(file);
  const row = db.prepare(
    `insert into answer_outbox (user_id, client_record_id, draft_json, accepted_at_ms,
       run_after_ms) values (?, ?, ?, ?, ?)`,
  );
  db.exec("begin");
  for (const { userId, atMs, ...draft } of answers) {
    row.run(userId, draft.clientRecordId, JSON.stringify(draft), atMs, atMs);
  }
  db.exec("commit");
  db.close();
  return file;
}

async function applyOurs(file: string): Promise<OutboxRun> {
  const app = await buildApp({
    settings: readSettings({
      ...BENCH_SECRETS,
      DATA_DIR: path.dirname(file),
      STARTER_WORDBOOKS: "false",
      LOG_LEVEL: "error",
    }),
  });
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const applied = await drainOutbox(app.deps, new AbortController().signal);
  const seconds = (performance.now() - startedMs) / 1000;
  const { user, system } = process.cpuUsage(before);
  await app.close();
  return { perSecond: applied / seconds, cpuMicros: (user + system) / applied };
}

async function backlogFigures(): Promise<Figure[]> {
  pinLoadGenerator();
  const server = await startCityServer();
  const load = { url: server.url, method: "POST", path: "/api/records", connections: 64 } as const;
  const tokens = tokensOf(1_000);
  const db = new DatabaseSync(server.databaseFile, { readOnly: true });
  const waiting = () =>
    Number(db.prepare("select count(*) as n from answer_outbox").get()?.["n"] ?? Number.NaN);
  try {
    const body = (n: number) => answerBody(`full-${n}`, n);
    const full = await runLoad({ ...load, tokens, seconds: 5, body });
    const rate = Math.round(full.perSecond / 2);
    const later = (n: number) => answerBody(`half-${n}`, n);
    const half = await runPacedLoad({ ...load, tokens, seconds: LOAD_SECONDS, body: later }, rate);
    const left = waiting();
    const emptyAfter = await secondsUntilEmpty(waiting);
    return [
      { name: "accepted in a minute at half saturation", value: half.total, unit: "answers" },
      { name: "waiting at its end", value: left, unit: "answers" },
      { name: "gone after", value: emptyAfter, unit: "s", bar: { atMost: GONE_WITHIN_SECONDS } },
    ];
  } finally {
    db.close();
    await server.stop();
  }
}

async function secondsUntilEmpty(waiting: () => number): Promise<number> {
  const startedMs = performance.now();
  while (waiting() > 0 && performance.now() - startedMs < 3 * GONE_WITHIN_SECONDS * 1000) {
    await pause(200);
  }
  return (performance.now() - startedMs) / 1000;
}
