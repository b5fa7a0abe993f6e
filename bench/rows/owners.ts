import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "@wordloom/server/platform/database/tables";
import { countOutbox } from "@wordloom/testing/process/answer-audit";
import { findPostgres } from "@wordloom/testing/databases/postgres-binaries";
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
} from "@wordloom/testing/databases/postgres-databases";
import { startPostgres } from "@wordloom/testing/databases/postgres-server";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import { createWire } from "@wordloom/testing/process/wire";
import type { HealthyProcess } from "@wordloom/testing/process/healthy-process";
import { median } from "../lib/load.ts";
import { parentOf, processorSecondsOf, processorSecondsOfFamily } from "../lib/processor-time.ts";
import { SERVER_SCRIPT, startFree } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";

const LEARNERS = 64;
const WORDS = 1_000;
const ANSWERS_EACH = 100;
const ANSWERS = LEARNERS * ANSWERS_EACH;
/** Rounds alternate the order, because the tables grow. */
const ROUNDS = 6;
const LOOK_EVERY_MS = 20;

/** All foreign keys; all except that of the outbox, which gets every answer first; none. */
const WAYS = ["all", "without the outbox's", "none"] as const;
type Way = (typeof WAYS)[number];

/** Processor time of an answer until the worker has learned from it, microseconds. */
interface Reading {
  readonly service: number;
  readonly database: number;
}

/**
 * The cost of foreign keys to accounts and wordbooks: the same answers, on PostgreSQL without disk
 * flushes, with and without these keys. Compares the processor time of service and database
 * together, because the machine may be busy.
 */
export const owners: Row = async () => {
  const source = findPostgres(process.env);
  if (source === undefined) return [leftOut("there is no PostgreSQL")];
  if (process.platform !== "linux") return [leftOut("only Linux tells the processor time")];
  const postgres = await startPostgres(source);
  const name = await createDatabase(postgres.url, "template0");
  const url = databaseUrl(postgres.url, name);
  const fixture = await createServerFixture({ learners: LEARNERS, words: WORDS, url });
  const directory = mkdtempSync(path.join(os.tmpdir(), "wordloom-owners-"));
  const settings = { ...fixture.settings, DATA_DIR: directory, STARTER_WORDBOOKS: "false" };
  const options = { healthPath: "/health/ready", settings };
  const server = await startFree(SERVER_SCRIPT, ["serve"], options);
  try {
    return await compare(fixture, server);
  } finally {
    await server.stop();
    await fixture.close();
    await dropDatabase(postgres.url, name);
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
};

async function compare(fixture: ServerFixture, server: HealthyProcess): Promise<Figure[]> {
  const { database } = fixture;
  const keys = await foreignKeys(database);
  const isKept = ({ table }: ForeignKey, way: Way) =>
    way === "all" || (way !== "none" && table !== "answer_outbox");
  const readings = new Map<Way, Reading[]>(WAYS.map((way) => [way, []]));
  let run = 0;
  const measure = async (way: Way) => {
    const dropped = keys.filter((key) => !isKept(key, way));
    for (const { drop } of dropped) await sql.raw(drop).execute(database);
    const reading = await handIn(fixture, server, (run += 1));
    for (const { add } of dropped) await sql.raw(add).execute(database);
    return reading;
  };
  await measure("none");
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of round % 2 === 0 ? WAYS : WAYS.toReversed()) {
      readings.get(way)?.push(await measure(way));
    }
  }
  return figures((way) => readings.get(way) ?? []);
}

interface ForeignKey {
  readonly table: string;
  readonly drop: string;
  readonly add: string;
}

/** Keys to accounts and wordbooks. Once added again, they check only new rows, at the same cost. */
async function foreignKeys(database: Database): Promise<ForeignKey[]> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as "table", conname as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and confrelid in ('users'::regclass, 'wordbooks'::regclass)
  `.execute(database);
  return rows.map(({ table, name, definition }) => ({
    table,
    drop: `alter table ${table} drop constraint ${name}`,
    add: `alter table ${table} add constraint ${name} ${definition} not valid`,
  }));
}

async function handIn(
  { database, learners, wordIds }: ServerFixture,
  server: HealthyProcess,
  run: number,
): Promise<Reading> {
  const postmaster = await postmasterOf(database);
  const spent = () => ({
    service: processorSecondsOf(server.child.pid ?? 0),
    database: processorSecondsOfFamily(postmaster),
  });
  const before = spent();
  const wire = createWire(server.url, LEARNERS);
  const send = async (token: string, key: string, at: number) => {
    const wordId = wordIds[at % WORDS];
    const body = { clientRecordId: key, wordId, isCorrect: at % 5 !== 0, responseTimeMs: 1_200 };
    const { status } = await wire.send({ method: "POST", path: "/api/records", token, body });
    if (status !== 202) throw new Error(`an answer was not accepted: ${status}`);
  };
  await Promise.all(
    learners.map(async ({ token }, index) => {
      for (let n = 0; n < ANSWERS_EACH; n += 1) {
        await send(token, `${run}-${index}-${n}`, index * 7 + n * 13);
      }
    }),
  );
  while ((await countOutbox(database)).waiting > 0) await pause(LOOK_EVERY_MS);
  wire.close();
  const after = spent();
  const perAnswer = (part: keyof Reading) => ((after[part] - before[part]) / ANSWERS) * 1e6;
  return { service: perAnswer("service"), database: perAnswer("database") };
}

async function postmasterOf(database: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
  return parentOf(rows[0]?.pid ?? 0) ?? 0;
}

function figures(readingsOf: (way: Way) => readonly Reading[]): Figure[] {
  const sum = ({ service, database }: Reading) => service + database;
  const without = readingsOf("none").map(sum);
  const ratios = readingsOf("all").map((reading, n) => sum(reading) / (without[n] ?? Number.NaN));
  const costs = WAYS.flatMap((way) =>
    (["service", "database"] as const).map((part) => ({
      name: `${way}: ${part}`,
      value: median(readingsOf(way).map(({ [part]: us }) => us)),
      unit: "µs",
    })),
  );
  const name = "processor time per answer, all to none";
  return [
    ...costs,
    { name: "the largest of these ratios", value: Math.max(...ratios), unit: "" },
    { name: "the smallest", value: Math.min(...ratios), unit: "" },
    { name, value: median(ratios), unit: "", bar: { atMost: 1.1 } },
  ];
}

function leftOut(reason: string): Figure {
  return { name: "processor time per answer", value: Number.NaN, unit: "µs", leftOut: reason };
}
