import * as fc from "fast-check";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  afterAll,
  afterEach,
  beforeAll,
  expect,
  it,
  onTestFinished,
  type TestContext,
} from "vitest";
import { openDatabase } from "../../platform/database/connection.ts";
import type { Database } from "../../platform/database/tables.ts";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { auditAnswers, countOutbox } from "@wordloom/testing/process/answer-audit";
import { countAnswers, createJournal } from "@wordloom/testing/process/answer-journal";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import {
  createDataDirectory,
  startServerProcess,
  withLastLines,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";
import {
  createFaultyDisk,
  type DiskFault,
  type FaultyDisk,
} from "../faults/storage/faulty-disk.ts";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { until } from "@wordloom/testing/service/until";
import { createWire, type Wire } from "@wordloom/testing/process/wire";
import { createWriter, writerKinds, type Writer } from "../requests/writer.ts";

// Everything the service acknowledged survives a power failure at any moment, and failing flushes
// and writes: a real process runs on a disk that forgets unflushed data. `POWER_ROUNDS` sets the
// number of rounds.
const LEARNERS = 8;
const ROUNDS = Number(process.env["POWER_ROUNDS"] ?? 4);
const SEED = Number(process.env["POWER_SEED"] ?? 20_270_114);
/** After the first acknowledgment of the round. */
const MOMENT = fc.record({
  afterMs: fc.integer({ min: 0, max: 400 }),
  /** Share of the unflushed blocks that survive, 0 to 1. */
  surviving: fc.constantFrom(0, 0, 0.3, 0.9),
});
const DRAIN_MAX_MS = 30_000;
const BACK_WITHIN_MS = 15_000;
/** Health reports a refusal for 25 s. */
const READY_WITHIN_MS = 60_000;
const RUN_MAX_MS = 120_000 + ROUNDS * 15_000;

let disk: FaultyDisk | undefined;
let fixture: ServerFixture;
let directory: Awaited<ReturnType<typeof createDataDirectory>>;
let url: string;
/** The learners who write; one more only reads. */
let learners: readonly TestAccount[];
let running: ServerProcess | undefined;
/** They continue from one process to the next. */
let writers: Writer[];
const journal = createJournal();
const random = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), {
  seed: SEED,
  numRuns: 5_000,
});
let drawn = 0;

beforeAll(async () => {
  directory = await createDataDirectory();
  const file = join(directory.path, "learning.db");
  url = `sqlite:${file}`;
  if (testDialect === "postgres") return;
  fixture = await createServerFixture({ learners: LEARNERS + 1, words: 40, url });
  learners = fixture.learners.slice(0, LEARNERS);
  await fixture.close();
  writers = learners.flatMap((learner) =>
    writerKinds.map((kind) =>
      createWriter(`${learner.id}-${kind}`, kind, learner, { ...fixture, journal }),
    ),
  );
  disk = await createFaultyDisk(file);
});
afterEach(async () => {
  await running?.kill();
  await disk?.mend();
});
afterAll(async () => {
  await disk?.remove();
  await directory.remove();
});

it(
  "keeps every acknowledged answer exactly once when the power fails",
  async (context) => {
    const { losePower } = requireDisk(context);
    for (const { afterMs, surviving } of fc.sample(MOMENT, { seed: SEED, numRuns: ROUNDS })) {
      const server = await start();
      await settle(server);
      const promised = countAnswers(journal) + 1;
      await writeDuring(server, async () => {
        await until(() => countAnswers(journal) >= promised, DRAIN_MAX_MS);
        await pause(afterMs);
        await server.kill();
      });
      await losePower(() => draw() < surviving);
    }
    await settleAndKill();
    await context.annotate(`${ROUNDS} power failures, ${countAnswers(journal)} answers`);
  },
  RUN_MAX_MS,
);

it.for([
  ["EIO", 1],
  ["ENOSPC", 4],
] as const)(
  "ends after one flush fails with %s, and what it acknowledged survives the power as well",
  { timeout: RUN_MAX_MS },
  async ([error, first], context) => {
    const disk = requireDisk(context);
    // An orderly close resets the log and keeps it short: once the log has grown and all of it is
    // in the database, gaps in the log do no harm.
    const former = await start();
    await settle(former);
    await former.terminate();
    const server = await start();
    // SQLite itself flushes the header of a new log, and again at the next write.
    const wire = createWire(server.url, 1);
    expect((await touch(wire, fixture.learners[LEARNERS] as TestAccount)).status).toBe(200);
    wire.close();
    await disk.order({ call: "flush", error, first, count: 1, suffix: "-wal" });
    const code = await writeDuring(server, () => server.ended);
    expect(code, server.lastLines()).toBe(1);
    expect(server.lastLines()).toContain("it is stopping and must be started again");
    await disk.order({ call: "flush", error: "EIO", first: 1, count: 1, suffix: "-wal" });
    await expect(start()).rejects.toThrow("cannot be flushed");
    await disk.mend();

    // Refused answers may have been stored; the next process acknowledges the following ones.
    const next = await start();
    const promised = countAnswers(journal) + 10;
    await writeDuring(next, async () => {
      await until(() => countAnswers(journal) >= promised, DRAIN_MAX_MS);
      await next.kill();
    });
    await disk.losePower(() => false);
    await settleAndKill();
  },
);

it(
  "reads while flushes find a full disk, and writes by itself when there is room",
  async (context) => {
    const disk = requireDisk(context);
    const first = await start();
    await settle(first);
    const full = { call: "flush", error: "ENOSPC", first: 1, suffix: "-wal" } as const;
    await disk.order({ ...full, count: 1_000_000 });
    await writeDuring(first, () => first.ended);
    // As after a crash: the log exists and cannot be flushed.
    const server = await start();
    const wire = createWire(server.url, 4);
    onTestFinished(() => wire.close());
    const learner = fixture.learners[LEARNERS] as TestAccount;
    for (const path of ["/api/words", "/api/records", "/api/users/me", "/api/amas/state"]) {
      const reply = await wire.send({ method: "GET", path, token: learner.token });
      expect(reply.status, `${path}: ${reply.text}`).toBe(200);
    }
    const refused = await touch(wire, learner);
    expect(refused.json).toMatchObject({ success: false, code: "UNAVAILABLE" });
    const health = await wire.send({ method: "GET", path: "/health" });
    expect(health.json).toMatchObject({ status: "down" });
    expect(health.json.reasons).toContain("The database takes no writes; nothing can be stored.");

    await disk.mend();
    await until(async () => {
      const reply = await touch(wire, learner).catch(() => undefined);
      return reply?.status === 200;
    }, BACK_WITHIN_MS);
    await settle(server);
    await server.kill();
  },
  RUN_MAX_MS,
);

it(
  "is not ready while a quota refuses writes, says so, and is ready afterwards",
  async (context) => {
    const disk = requireDisk(context);
    const server = await start();
    const wire = createWire(server.url, 4);
    onTestFinished(() => wire.close());
    const learner = fixture.learners[LEARNERS] as TestAccount;
    const ready = () => wire.send({ method: "GET", path: "/health/ready" });
    expect((await ready()).status).toBe(200);
    const fault = { call: "write", error: "EDQUOT", suffix: "-wal" } as const;
    await disk.order({ ...fault, first: 1, count: 1_000_000 });
    expect(await touch(wire, learner)).toMatchObject({ status: 503 });
    const refused = await ready();
    expect(refused.status).toBe(503);
    expect(refused.json.reasonDetails).toEqual([{ code: "database_read_only", args: {} }]);
    const read = await wire.send({ method: "GET", path: "/api/words", token: learner.token });
    expect(read.status, read.text).toBe(200);
    await disk.mend();
    await until(async () => (await ready()).status === 200, READY_WITHIN_MS);
    expect((await touch(wire, learner)).status).toBe(200);
    await server.kill();
  },
  RUN_MAX_MS,
);

const failingWrites: readonly DiskFault[] = [
  { call: "write", error: "EIO", first: 7, count: 2, suffix: "-wal" },
  { call: "write", error: "ENOSPC", first: 20, count: 30, suffix: "-wal" },
  { call: "write", error: "EIO", first: 2, count: 3, suffix: ".db" },
  { call: "flush", error: "EIO", first: 1, count: 1, suffix: ".db" },
];

it(
  "keeps every acknowledged answer exactly once when writes fail, and goes on by itself",
  async (context) => {
    const disk = requireDisk(context);
    const server = await start();
    for (const fault of failingWrites) {
      await settle(server);
      await disk.order(fault);
      const promised = countAnswers(journal) + 200;
      const stop = new AbortController();
      await writeDuring(
        server,
        async () => {
          await until(() => countAnswers(journal) >= promised, DRAIN_MAX_MS);
          stop.abort();
        },
        stop.signal,
      );
      await disk.mend();
    }
    await settle(server);
    await server.kill();
    await disk.losePower(() => false);
    await settleAndKill();
  },
  RUN_MAX_MS,
);

function requireDisk(context: TestContext): FaultyDisk {
  return disk ?? context.skip("no disk that fails");
}

function draw(): number {
  drawn += 1;
  return random[drawn % random.length] ?? 0;
}

async function start(): Promise<ServerProcess> {
  running = await startServerProcess({
    ...fixture.settings,
    ...disk?.settings,
    DATA_DIR: directory.path,
  });
  return running;
}

/** Lets a process apply the remaining answers, then compares everything. */
async function settle(server: ServerProcess): Promise<void> {
  const database = await openDatabase(url, { busyTimeoutMs: 10_000, poolSize: 1 });
  try {
    await until(async () => (await countOutbox(database)).waiting === 0, DRAIN_MAX_MS).catch(
      withLastLines(server),
    );
    await audit(database);
  } finally {
    await database.destroy();
  }
}

async function audit(database: Database): Promise<void> {
  expect(await countOutbox(database)).toEqual({ waiting: 0, dead: 0 });
  const ids = learners.map(({ id }) => id);
  expect(await auditAnswers(database, ids, journal)).toEqual([]);
}

async function settleAndKill(): Promise<void> {
  const server = await start();
  await settle(server);
  await server.kill();
}

/** Writes with all writers until `end` resolves and the process is gone or `stop` aborts. */
async function writeDuring<T>(
  server: ServerProcess,
  end: () => Promise<T>,
  stop = AbortSignal.timeout(RUN_MAX_MS),
): Promise<T> {
  const wire = createWire(server.url, writers.length);
  const writing = writers.map((writer) => writer.write(wire, stop));
  const [ended] = await Promise.all([end(), ...writing]).catch(withLastLines(server));
  wire.close();
  return ended as T;
}

function touch(wire: Wire, { token }: TestAccount) {
  const body = { dailyWordCount: 50 };
  return wire.send({ method: "PUT", path: "/api/study-config", token, body });
}
