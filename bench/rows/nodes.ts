import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { auditAnswers, countOutbox } from "../../packages/server/src/testing/answer-audit.ts";
import { createJournal, noteAnswer } from "../../packages/server/src/testing/answer-journal.ts";
import type { ServerFixture } from "../../packages/server/src/testing/server-fixture.ts";
import { findPostgres } from "../../packages/server/src/testing/postgres-binaries.ts";
import { startPostgres } from "../../packages/server/src/testing/postgres-server.ts";
import { findRedis, startRedis } from "../../packages/server/src/testing/redis-server.ts";
import { createWire, type Wire } from "../../packages/server/src/testing/wire.ts";
import { median } from "../lib/load.ts";
import { SERVER_SCRIPT, startFree, type RunningProcess } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";

const LEARNERS = 64;
const ANSWERS_EACH = Math.ceil(
  Number(process.env["WORDLOOM_BENCH_NODE_ANSWERS"] ?? 20_000) / LEARNERS,
);
const ANSWERS = ANSWERS_EACH * LEARNERS;
const ROUNDS = 3;
const WORDS = 1_000;
const LOOK_EVERY_MS = 20;
/** One for each server process, one for PostgreSQL, one for the load. */
const CORES_NEEDED = 4;

interface Reading {
  readonly acceptedPerSecond: number;
  /** From the first answer sent to the last one learned from. */
  readonly appliedPerSecond: number;
  readonly faults: number;
}

/**
 * The same answers sent to one process and to two, on a separate PostgreSQL (without disk flushes,
 * because the work of the processes is compared). Afterwards every accepted answer and its effects
 * are checked.
 */
export const nodes: Row = async () => {
  const [postgresSource, redisSource] = [findPostgres(process.env), findRedis(process.env)];
  if (postgresSource === undefined) return [leftOut("there is no PostgreSQL")];
  if (redisSource === undefined) return [leftOut("there is no Redis")];
  const postgres = await startPostgres(postgresSource);
  const redis = await startRedis(redisSource);
  process.env["TEST_DATABASE"] = "postgres";
  process.env["TEST_POSTGRES_URL"] = postgres.url;
  const readings = { one: [] as Reading[], two: [] as Reading[] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      readings.one.push(await measure(1, redis.url));
      readings.two.push(await measure(2, redis.url));
    }
  } finally {
    await redis.stop();
    await postgres.stop();
  }
  return figures(readings.one, readings.two);
};

async function measure(processes: number, redisUrl: string): Promise<Reading> {
  // Imported here, because it reads the environment on load.
  const { createServerFixture } =
    await import("../../packages/server/src/testing/server-fixture.ts");
  const fixture = await createServerFixture({ learners: LEARNERS, words: WORDS });
  const directories = Array.from({ length: processes }, () =>
    mkdtempSync(path.join(os.tmpdir(), "wordloom-nodes-")),
  );
  const servers: RunningProcess[] = [];
  try {
    for (const directory of directories) {
      const own = { ...fixture.settings, DATA_DIR: directory, STARTER_WORDBOOKS: "false" };
      const settings = processes === 1 ? own : { ...own, REDIS_URL: redisUrl };
      const options = { healthPath: "/health/ready", settings };
      servers.push(await startFree(SERVER_SCRIPT, ["serve"], options));
    }
    return await handIn(fixture, servers);
  } finally {
    for (const server of servers) await server.stop();
    await fixture.close();
    for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  }
}

async function handIn(
  fixture: ServerFixture,
  servers: readonly RunningProcess[],
): Promise<Reading> {
  const journal = createJournal();
  const wires = servers.map(({ url }) => createWire(url, LEARNERS));
  const startedMs = performance.now();
  await Promise.all(
    fixture.learners.map(async ({ id, token }, index) => {
      for (let n = 0; n < ANSWERS_EACH; n += 1) {
        const key = `${index}-${n}`;
        // The first word is reserved for events without a record.
        const wordId = fixture.wordIds[1 + ((index * 7 + n * 13) % (WORDS - 1))] ?? "";
        await send(wires[index % wires.length], { token, key, wordId, n });
        noteAnswer(journal, id, key, wordId);
      }
    }),
  );
  const acceptedMs = performance.now() - startedMs;
  while ((await countOutbox(fixture.database)).waiting > 0) await pause(LOOK_EVERY_MS);
  const appliedMs = performance.now() - startedMs;
  for (const wire of wires) wire.close();
  const ids = fixture.learners.map(({ id }) => id);
  const faults = await auditAnswers(fixture.database, ids, journal);
  const { dead } = await countOutbox(fixture.database);
  return {
    acceptedPerSecond: ANSWERS / (acceptedMs / 1000),
    appliedPerSecond: ANSWERS / (appliedMs / 1000),
    faults: faults.length + dead,
  };
}

interface Answer {
  readonly token: string;
  readonly key: string;
  readonly wordId: string;
  readonly n: number;
}

async function send(wire: Wire | undefined, { token, key, wordId, n }: Answer): Promise<void> {
  const body = { clientRecordId: key, wordId, isCorrect: n % 5 !== 0, responseTimeMs: 1_200 };
  const reply = await wire?.send({ method: "POST", path: "/api/records", token, body });
  if (reply?.status !== 202) throw new Error(`an answer was not accepted: ${reply?.status}`);
}

function figures(one: readonly Reading[], two: readonly Reading[]): Figure[] {
  const medianOf = (readings: readonly Reading[], of: "acceptedPerSecond" | "appliedPerSecond") =>
    median(readings.map((reading) => reading[of]));
  const ratio = (of: "acceptedPerSecond" | "appliedPerSecond") =>
    median(two.map((reading, round) => reading[of] / (one[round]?.[of] ?? Number.NaN)));
  const faults = [...one, ...two].reduce((sum, reading) => sum + reading.faults, 0);
  const cores = os.availableParallelism();
  const few = `${cores} cores; two processes, PostgreSQL and the load need ${CORES_NEEDED}`;
  return [
    { name: "accepted by 1", value: medianOf(one, "acceptedPerSecond"), unit: "1/s" },
    { name: "accepted by 2", value: medianOf(two, "acceptedPerSecond"), unit: "1/s" },
    { name: "accepted, ratio", value: ratio("acceptedPerSecond"), unit: "" },
    { name: "accepted and applied by 1", value: medianOf(one, "appliedPerSecond"), unit: "1/s" },
    { name: "accepted and applied by 2", value: medianOf(two, "appliedPerSecond"), unit: "1/s" },
    { name: "accepted and applied, ratio here", value: ratio("appliedPerSecond"), unit: "" },
    {
      name: "accepted and applied, ratio",
      value: ratio("appliedPerSecond"),
      unit: "",
      bar: { atLeast: 1.5 },
      ...(cores < CORES_NEEDED && { leftOut: few }),
    },
    { name: "lost or applied wrongly", value: faults, unit: "", bar: { atMost: 0 } },
  ];
}

function leftOut(reason: string): Figure {
  return { name: "accepted and applied, ratio", value: Number.NaN, unit: "", leftOut: reason };
}
