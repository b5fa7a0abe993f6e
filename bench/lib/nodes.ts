import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { auditAnswers, countOutbox } from "@wordloom/testing/process/answer-audit";
import { createJournal, noteAnswer, type Journal } from "@wordloom/testing/process/answer-journal";
import type { ServerFixture } from "@wordloom/testing/process/server-fixture";
import { findPostgres } from "@wordloom/testing/databases/postgres-binaries";
import { startPostgres } from "@wordloom/testing/databases/postgres-server";
import { findRedis, startRedis } from "@wordloom/testing/databases/redis-server";
import { createWire, type Wire } from "@wordloom/testing/process/wire";
import type { HealthyProcess } from "@wordloom/testing/process/healthy-process";
import { parentOf, processorSecondsOf, processorSecondsOfFamily } from "./processor-time.ts";
import { SERVER_SCRIPT, startFree } from "./processes.ts";

export const LEARNERS = 64;
const WORDS = 1_000;
const LOOK_EVERY_MS = 20;

/** Several server processes with one PostgreSQL and one Redis. */
export interface Nodes {
  readonly fixture: ServerFixture;
  readonly servers: readonly HealthyProcess[];
  /** One connection pool to each server. */
  readonly wires: readonly Wire[];
  /** The answers they have acknowledged. */
  readonly journal: Journal;
  /** Processor time of the servers and PostgreSQL so far, s. */
  processorSeconds(): number;
}

/**
 * Runs measurements with a separate PostgreSQL and Redis. PostgreSQL does not flush to disk,
 * because only the work of the processes is compared.
 *
 * @returns the reason if they are not available
 */
export async function withDatabases<T>(
  work: (redisUrl: string) => Promise<T>,
): Promise<T | { readonly leftOut: string }> {
  const [postgresSource, redisSource] = [findPostgres(process.env), findRedis(process.env)];
  if (postgresSource === undefined) return { leftOut: "there is no PostgreSQL" };
  if (redisSource === undefined) return { leftOut: "there is no Redis" };
  const postgres = await startPostgres(postgresSource);
  const redis = await startRedis(redisSource);
  process.env["TEST_DATABASE"] = "postgres";
  process.env["TEST_POSTGRES_URL"] = postgres.url;
  try {
    return await work(redis.url);
  } finally {
    await redis.stop();
    await postgres.stop();
  }
}

/**
 * Starts as many processes as there are settings, on a new database.
 *
 * @param ofEach  further settings for each; a single process has no Redis
 */
export async function withNodes<T>(
  redisUrl: string,
  ofEach: readonly Readonly<Record<string, string>>[],
  work: (nodes: Nodes) => Promise<T>,
): Promise<T> {
  // Imported here, because it reads the environment on load.
  const { createServerFixture } = await import("@wordloom/testing/process/server-fixture");
  const fixture = await createServerFixture({ learners: LEARNERS, words: WORDS });
  const directories: string[] = [];
  const servers: HealthyProcess[] = [];
  const wires: Wire[] = [];
  try {
    for (const more of ofEach) {
      const directory = mkdtempSync(path.join(os.tmpdir(), "wordloom-nodes-"));
      directories.push(directory);
      const own = { ...fixture.settings, DATA_DIR: directory, STARTER_WORDBOOKS: "false", ...more };
      const settings = ofEach.length === 1 ? own : { ...own, REDIS_URL: redisUrl };
      const server = await startFree(SERVER_SCRIPT, ["serve"], {
        healthPath: "/health/ready",
        settings,
      });
      servers.push(server);
      wires.push(createWire(server.url, LEARNERS));
    }
    const postgres = await postmasterOf(fixture);
    return await work({
      fixture,
      servers,
      wires,
      journal: createJournal(),
      processorSeconds: () =>
        servers.reduce(
          (sum, { child }) => sum + processorSecondsOf(child.pid ?? 0),
          processorSecondsOfFamily(postgres),
        ),
    });
  } finally {
    for (const wire of wires) wire.close();
    for (const server of servers) await server.stop();
    await fixture.close();
    for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  }
}

async function postmasterOf({ database }: ServerFixture): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
  return parentOf(rows[0]?.pid ?? 0) ?? 0;
}

/** A part of every learner's answers. */
export interface Share {
  readonly first: number;
  readonly each: number;
}

/**
 * Every learner sends answers one by one, each to the next process: the worst case, because every
 * process has to know every learner.
 */
export async function sendAnswers(nodes: Nodes, { first, each }: Share): Promise<void> {
  const { wires } = nodes;
  await Promise.all(
    nodes.fixture.learners.map(async (_learner, index) => {
      for (let n = first; n < first + each; n += 1) {
        await sendAnswer(nodes, wires[(index + n) % wires.length], { index, n });
      }
    }),
  );
}

/** Sends one answer of a learner and records its acceptance. */
export async function sendAnswer(
  { fixture, journal }: Nodes,
  wire: Wire | undefined,
  { index, n }: { readonly index: number; readonly n: number },
): Promise<string> {
  const learner = fixture.learners[index % fixture.learners.length];
  const key = `${index}-${n}`;
  // The first word is reserved for events without a record.
  const wordId = fixture.wordIds[1 + ((index * 7 + n * 13) % (WORDS - 1))] ?? "";
  const body = { clientRecordId: key, wordId, isCorrect: n % 5 !== 0, responseTimeMs: 1_200 };
  const token = learner?.token ?? "";
  const reply = await wire?.send({ method: "POST", path: "/api/records", token, body });
  if (reply?.status !== 202) throw new Error(`an answer was not accepted: ${reply?.status}`);
  noteAnswer(journal, learner?.id ?? "", key, wordId);
  return key;
}

/** Waits until every accepted answer is applied. */
export async function untilApplied({ fixture: { database } }: Nodes): Promise<void> {
  for (;;) {
    const waiting = database
      .selectFrom("answer_outbox")
      .select("seq")
      .where("dead_at_ms", "is", null)
      .limit(1);
    if ((await waiting.execute()).length === 0) return;
    await pause(LOOK_EVERY_MS);
  }
}

/** The number of accepted answers with wrong or missing effects. */
export async function countFaults({ fixture, journal }: Nodes): Promise<number> {
  const ids = fixture.learners.map(({ id }) => id);
  const faults = await auditAnswers(fixture.database, ids, journal);
  for (const fault of faults.slice(0, 10)) console.error(fault);
  return faults.length + (await countOutbox(fixture.database)).dead;
}
