import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { auditAnswers, countOutbox } from "@wordloom/testing/process/answer-audit";
import { createJournal, noteAnswer } from "@wordloom/testing/process/answer-journal";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import {
  createDataDirectory,
  startServerProcess,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { createWire, type WireReply } from "@wordloom/testing/process/wire";

// An answer that is sent repeatedly is stored and applied once, with and without the outbox, even
// if another process gets it later: a real process receives a hundred copies at once over twenty
// connections.
const COPIES = 100;
const SOCKETS = 20;
const DRAINED_WITHIN_MS = 20_000;
const TEST_MAX_MS = 60_000;
vi.setConfig({ testTimeout: TEST_MAX_MS });

let fixture: ServerFixture;
let directory: Awaited<ReturnType<typeof createDataDirectory>>;
let server: ServerProcess;
const journal = createJournal();
let recordCount = 2;

beforeAll(async () => {
  directory = await createDataDirectory();
  fixture = await createServerFixture({ learners: 2, words: 4 });
  server = await start({ outbox: true });
});
afterAll(async () => {
  await server.kill();
  await fixture.close();
  await directory.remove();
});

async function start({ outbox }: { outbox: boolean }): Promise<ServerProcess> {
  await fixture.database.deleteFrom("job_leases").execute();
  const settings = { DATA_DIR: directory.path, RECORDS_OUTBOX_ASYNC: String(outbox) };
  return startServerProcess({ ...fixture.settings, ...settings });
}

/** The same answer of every learner, because keys are unique per learner only. */
async function sendCopies(clientRecordId: string, to = server): Promise<WireReply[]> {
  const wire = createWire(to.url, SOCKETS);
  const [, wordId = ""] = fixture.wordIds;
  const body = { clientRecordId, wordId, isCorrect: true, responseTimeMs: 900 };
  const copies = fixture.learners.flatMap(({ id, token }) => {
    noteAnswer(journal, id, clientRecordId, wordId);
    const request = { method: "POST", path: "/api/records", token, body };
    return Array.from({ length: COPIES }, () => wire.send(request));
  });
  const replies = await Promise.all(copies);
  wire.close();
  return replies;
}

async function expectOnce(records: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < DRAINED_WITHIN_MS; waitedMs += 10) {
    if ((await countOutbox(fixture.database)).waiting === 0) break;
    await pause(10);
  }
  const stored = await fixture.database.selectFrom("records").select("id").execute();
  expect(stored).toHaveLength(records);
  const ids = fixture.learners.map(({ id }) => id);
  expect(await auditAnswers(fixture.database, ids, journal)).toEqual([]);
}

it("applies an answer once if it is accepted a hundred times", async () => {
  const replies = await sendCopies("accepted");
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
  await expectOnce(recordCount);
});

it("does not apply it again after a crash", async () => {
  await server.kill();
  server = await start({ outbox: true });
  await sendCopies("accepted");
  await expectOnce(recordCount);
});

it("reports one copy as stored and the others as duplicates", async () => {
  await server.kill();
  server = await start({ outbox: false });
  const replies = await sendCopies("stored");
  const stored = replies.filter(({ status, json }) => status === 201 && !json.data.duplicate);
  const repeats = replies.filter(({ status, json }) => status === 200 && json.data.duplicate);
  expect([stored.length, repeats.length]).toEqual([2, 2 * (COPIES - 1)]);
  expect(new Set(replies.map(({ json }) => json.data.record.id)).size).toBe(2);
  await expectOnce((recordCount += 2));
});

it("recognizes answers stored with the other setting of the outbox", async () => {
  const replies = await sendCopies("accepted");
  expect(replies.every(({ status, json }) => status === 200 && json.data.duplicate)).toBe(true);
  await expectOnce(recordCount);
});

it.skipIf(testDialect === "sqlite")("stores it once if two processes receive it", async () => {
  const twin = await start({ outbox: false });
  try {
    const both = await Promise.all([sendCopies("twins"), sendCopies("twins", twin)]);
    const stored = both.flat().filter(({ status }) => status === 201);
    expect(stored).toHaveLength(2);
    expect(new Set(both.flat().map(({ json }) => json.data.record.id)).size).toBe(2);
    await expectOnce((recordCount += 2));
  } finally {
    await twin.kill();
  }
});

it("stores an answer once if it occurs a hundred times in a batch", async () => {
  const wire = createWire(server.url, 1);
  const [first] = fixture.learners;
  const [, , wordId = ""] = fixture.wordIds;
  const draft = { clientRecordId: "batched", wordId, isCorrect: false, responseTimeMs: 900 };
  const reply = await wire.send({
    method: "POST",
    path: "/api/records/batch",
    token: first?.token ?? "",
    body: { records: Array.from({ length: COPIES }, () => draft) },
  });
  wire.close();
  const items: { duplicate: boolean }[] = reply.json.data.items;
  expect(items.filter(({ duplicate }) => duplicate)).toHaveLength(COPIES - 1);
  noteAnswer(journal, first?.id ?? "", "batched", wordId);
  await expectOnce(recordCount + 1);
});
