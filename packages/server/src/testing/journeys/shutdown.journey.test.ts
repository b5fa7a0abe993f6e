import { once } from "node:events";
import { get, request, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestAccount } from "../accounts.ts";
import { auditAnswers, countOutbox } from "../answer-audit.ts";
import { countAnswers, createJournal, noteAnswer } from "../answer-journal.ts";
import { createCrowd, type Crowd } from "../crowd.ts";
import { createDataDirectory, startServerProcess, type ServerProcess } from "../server-process.ts";
import { testDialect } from "../test-database.ts";
import { createWire } from "../wire.ts";
import { createWriter, writerKinds } from "../writer.ts";

// What we check: told to stop in the middle of work, the service answers what it has begun, says
// goodbye to streams, goes within ten seconds, and loses nothing it acknowledged. How: a real
// process under load, with requests whose bodies are half sent when the signal comes.
const EXIT_MAX_MS = 10_000;
const HALF_SENT = 20;
const LOAD_MS = 400;
const STOPPING_MS = 200;
/** Sent is not yet read: the server must have begun with a request to owe it an answer. */
const ARRIVING_MS = 400;
const TEST_MAX_MS = 60_000;

let crowd: Crowd;
let directory: Awaited<ReturnType<typeof createDataDirectory>>;
const journal = createJournal();

beforeAll(async () => {
  directory = await createDataDirectory();
  crowd = await createCrowd({ learners: 8, words: 20 });
});
afterAll(async () => {
  await crowd.close();
  await directory.remove();
});

function start(): Promise<ServerProcess> {
  return startServerProcess({ ...crowd.settings, DATA_DIR: directory.path });
}

it("finishes what it has begun, says goodbye, and loses nothing", async () => {
  const server = await start();
  const [reader, author] = crowd.learners as [TestAccount, TestAccount];
  const stream = await openStream(server, reader);
  const halves = await Promise.all(
    Array.from({ length: HALF_SENT }, (_, n) => sendHalf(server, author, `half-${n}`)),
  );
  const load = startLoad(server);
  await pause(LOAD_MS);

  const stopping = server.terminate();
  await pause(STOPPING_MS);
  const replies = await Promise.all(halves.map((half) => half.finish()));
  const { code, tookMs } = await stopping;
  await load;

  expect(replies).toEqual(halves.map(() => 202));
  expect(code, server.lastLines()).toBe(0);
  expect(tookMs).toBeLessThan(EXIT_MAX_MS);
  const { text, aborted } = await stream.ended;
  expect(text).toMatch(/^retry: 3000\n/);
  expect(text, "the last words").toMatch(/\nretry: \d+\n\n$/);
  expect(aborted).toBe(false);
  await expectNothingLost();
}, TEST_MAX_MS);

it.skipIf(testDialect === "postgres")("waits for nobody longer than ten seconds", async () => {
  const server = await start();
  const [, author] = crowd.learners as [TestAccount, TestAccount];
  const half = await sendHalf(server, author, "never-finished");
  const broken = expect(half.replied).rejects.toThrow();
  await pause(ARRIVING_MS);
  const { tookMs } = await server.terminate();
  expect(tookMs).toBeLessThan(EXIT_MAX_MS);
  expect(tookMs).toBeGreaterThan(STOPPING_MS);
  await broken;
}, TEST_MAX_MS);

async function expectNothingLost(): Promise<void> {
  const server = await start();
  while ((await countOutbox(crowd.database)).waiting > 0) await pause(10);
  await server.terminate();
  expect(countAnswers(journal)).toBeGreaterThan(HALF_SENT);
  const ids = crowd.learners.map(({ id }) => id);
  expect(await auditAnswers(crowd.database, ids, journal)).toEqual([]);
}

async function startLoad(server: ServerProcess): Promise<void> {
  const writers = crowd.learners.flatMap((learner) =>
    writerKinds.map((kind) =>
      createWriter(`${learner.id}-${kind}`, kind, learner, { ...crowd, journal }),
    ),
  );
  const wire = createWire(server.url, writers.length);
  const stop = AbortSignal.timeout(TEST_MAX_MS);
  await Promise.all(writers.map((writer) => writer.write(wire, stop)));
  wire.close();
}

/** A request the server has begun to read; `finish` sends the rest and gives the status. */
async function sendHalf(server: ServerProcess, { id, token }: TestAccount, key: string) {
  const [, wordId = ""] = crowd.wordIds;
  const draft = { clientRecordId: key, wordId, isCorrect: true, responseTimeMs: 900 };
  const body = JSON.stringify(draft);
  const outgoing = request(`${server.url}/api/records`, {
    method: "POST",
    agent: false,
    headers: { authorization: `Bearer ${token}`, "content-length": body.length },
  });
  const replied = once(outgoing, "response") as Promise<[IncomingMessage]>;
  await new Promise((resolve) => outgoing.write(body.slice(0, 20), resolve));
  return {
    replied,
    async finish(): Promise<number | undefined> {
      outgoing.end(body.slice(20));
      const [reply] = await replied;
      reply.resume();
      if (reply.statusCode === 202) noteAnswer(journal, id, key, wordId);
      return reply.statusCode;
    },
  };
}

/** An open stream of events; `ended` gives everything it said. */
async function openStream(server: ServerProcess, { token }: TestAccount) {
  const outgoing = get(`${server.url}/api/realtime/events`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  });
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  return { ended: readToEnd(incoming) };
}

async function readToEnd(incoming: IncomingMessage): Promise<{ text: string; aborted: boolean }> {
  let text = "";
  incoming.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await once(incoming, "close");
  return { text, aborted: !incoming.complete };
}
