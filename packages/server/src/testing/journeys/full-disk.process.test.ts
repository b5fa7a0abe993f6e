import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, type TestContext, vi } from "vitest";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { auditAnswers, countOutbox } from "@wordloom/testing/process/answer-audit";
import { countAnswers, createJournal } from "@wordloom/testing/process/answer-journal";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import { startServerProcess, type ServerProcess } from "@wordloom/testing/process/server-process";
import { mountSmallDisk, type SmallDisk } from "../faults/small-disk.ts";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { createWire, type Wire, type WireReply } from "@wordloom/testing/process/wire";
import { createWriter, writerKinds } from "../requests/writer.ts";

// On a full disk the service acknowledges only what it has stored, and reads still work. The same
// process recovers once there is space again, even if it started in the meantime. A real process
// has its data on a 24 MB disk, which several writers fill.
const DISK_BYTES = 24 * 1024 * 1024;
const WRITERS = 8;
const WRITING_MS = 500;
const FULL_WITHIN_MS = 20_000;
const STAYS_FULL_MS = 1_500;
const RECOVERS_WITHIN_MS = 10_000;
/** Health reports a refusal for 25 s. */
const READY_WITHIN_MS = 35_000;
const POLL_MS = 50;
const TEST_MAX_MS = 90_000;
vi.setConfig({ testTimeout: TEST_MAX_MS });

let disk: SmallDisk | undefined;
let fixture: ServerFixture | undefined;
let server: ServerProcess | undefined;
const journal = createJournal();

beforeAll(async () => {
  if (testDialect === "postgres") return;
  disk = await mountSmallDisk(DISK_BYTES);
  if (disk === undefined) return;
  const url = `sqlite:${join(disk.path, "learning.db")}`;
  fixture = await createServerFixture({ learners: WRITERS + 1, words: 20, url });
});
afterAll(async () => {
  await server?.kill();
  await fixture?.close();
  await disk?.remove();
});

it("refuses writes on a full disk, serves reads, and recovers in place", async (context) => {
  const { disk, fixture } = requireDisk(context);
  server = await startServerProcess({ ...fixture.settings, DATA_DIR: disk.path });
  const wire = createWire(server.url, 40);
  const ending = new AbortController();
  const writing = startWriters(wire, fixture, ending.signal);
  const learner = fixture.learners[WRITERS] as TestAccount;

  await pause(WRITING_MS);
  const refusal = await fillUntilRefused(wire, disk, learner);
  expect(refusal.status, refusal.text).toBe(503);
  expect(refusal.json).toMatchObject({ success: false, code: "UNAVAILABLE" });
  expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(0);
  await expectReads(wire, learner);
  await pause(STAYS_FULL_MS);
  await expectReads(wire, learner);

  await disk.free();
  const recoveredMs = await untilWritable(wire, learner);
  expect(recoveredMs).toBeLessThan(RECOVERS_WITHIN_MS);
  await pause(WRITING_MS);
  ending.abort();
  const refused = (await writing).reduce((sum, count) => sum + count, 0);
  expect(refused).toBeGreaterThan(0);
  await untilApplied(fixture, server);
  await vi.waitFor(
    async () =>
      expect((await wire.send({ method: "GET", path: "/health/ready" })).status).toBe(200),
    { timeout: READY_WITHIN_MS, interval: POLL_MS },
  );
  wire.close();
  await server.terminate();

  const ids = fixture.learners.map(({ id }) => id);
  expect(await auditAnswers(fixture.database, ids, journal)).toEqual([]);
  const answers = countAnswers(journal);
  await context.annotate(`${answers} answers, ${refused} refused, back in ${recoveredMs} ms`);
});

it("starts on a full disk, reads, and writes again once there is room", async (context) => {
  const { disk, fixture } = requireDisk(context);
  // The test keeps the log's index open, so that the process need not create it.
  await fixture.database.destroy();
  const start = () => startServerProcess({ ...fixture.settings, DATA_DIR: disk.path });
  for (const end of ["terminate", "kill"] as const) {
    const before = await start();
    await before[end]();
    await disk.fill();
    server = await start();
    const wire = createWire(server.url, 4);
    const learner = fixture.learners[WRITERS] as TestAccount;
    await expectReads(wire, learner);
    expect(await touch(wire, learner)).toMatchObject({
      status: 503,
      json: { code: "UNAVAILABLE" },
    });
    await disk.free();
    expect(await untilWritable(wire, learner)).toBeLessThan(RECOVERS_WITHIN_MS);
    wire.close();
    await server.terminate();
  }
});

function requireDisk(context: TestContext): { disk: SmallDisk; fixture: ServerFixture } {
  if (disk === undefined || fixture === undefined) return context.skip("no disk to fill");
  return { disk, fixture };
}

function startWriters(wire: Wire, { learners, wordIds }: ServerFixture, stop: AbortSignal) {
  const writers = learners
    .slice(0, WRITERS)
    .flatMap((learner) =>
      writerKinds.map((kind) =>
        createWriter(`${learner.id}-${kind}`, kind, learner, { wordIds, journal }),
      ),
    );
  return Promise.all(writers.map((writer) => writer.write(wire, stop)));
}

/** A single write. */
function touch(wire: Wire, { token }: TestAccount): Promise<WireReply> {
  const body = { dailyWordCount: 50 };
  return wire.send({ method: "PUT", path: "/api/study-config", token, body });
}

async function fillUntilRefused(
  wire: Wire,
  disk: SmallDisk,
  learner: TestAccount,
): Promise<WireReply> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    await disk.fill();
    const reply = await touch(wire, learner);
    if (reply.status !== 200 || waitedMs > FULL_WITHIN_MS) return reply;
    await pause(POLL_MS);
  }
}

async function expectReads(wire: Wire, { token }: TestAccount): Promise<void> {
  for (const path of ["/api/words", "/api/records", "/api/users/me", "/api/amas/state"]) {
    const reply = await wire.send({ method: "GET", path, token });
    expect(reply.status, `${path}: ${reply.text}`).toBe(200);
  }
  for (const path of ["/health", "/health/ready"]) {
    const { status, json } = await wire.send({ method: "GET", path });
    expect(status, path).toBe(503);
    expect(json.reasons, path).toContain("The disk is full: nothing can be stored.");
  }
}

async function untilWritable(wire: Wire, learner: TestAccount): Promise<number> {
  const startedAt = performance.now();
  // Nothing listens while the app reopens the database.
  while ((await touch(wire, learner).catch(() => undefined))?.status !== 200) {
    if (performance.now() - startedAt > RECOVERS_WITHIN_MS) break;
    await pause(POLL_MS);
  }
  return Math.round(performance.now() - startedAt);
}

async function untilApplied({ database }: ServerFixture, server: ServerProcess): Promise<void> {
  for (let waitedMs = 0; waitedMs < FULL_WITHIN_MS; waitedMs += POLL_MS) {
    if ((await countOutbox(database)).waiting === 0) break;
    await pause(POLL_MS);
  }
  expect(await countOutbox(database), server.lastLines()).toEqual({ waiting: 0, dead: 0 });
}
