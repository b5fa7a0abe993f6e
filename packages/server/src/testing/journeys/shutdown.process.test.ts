import { once } from "node:events";
import { get, request, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { auditAnswers, countOutbox } from "@wordloom/testing/process/answer-audit";
import { countAnswers, createJournal, noteAnswer } from "@wordloom/testing/process/answer-journal";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import {
  createDataDirectory,
  startServerProcess,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { until } from "@wordloom/testing/service/until";
import { createWire } from "@wordloom/testing/process/wire";
import { createWriter, writerKinds } from "../requests/writer.ts";

// A service stopped under load answers requests in progress, ends streams properly, exits within
// ten seconds, and loses nothing it acknowledged: a real process gets the signal while request
// bodies are half sent. Concurrently, another one has a request that never ends, which is mostly
// waiting.
const EXIT_MAX_MS = 10_000;
const HALF_SENT = 20;
/** Logged once the signal has arrived. */
const CLOSING = '"msg":"closing"';
/** A shutdown that waits for requests takes longer than this. */
const STOPPING_MS = 200;
const TEST_MAX_MS = 60_000;
vi.setConfig({ testTimeout: TEST_MAX_MS });

/** A database and a directory for a service. */
interface Site {
  readonly fixture: ServerFixture;
  readonly directory: Awaited<ReturnType<typeof createDataDirectory>>;
}

let site: Site;
let otherSite: Site;
const journal = createJournal();

beforeAll(async () => {
  site = await openSite(8);
  otherSite = await openSite(1);
});
afterAll(async () => {
  for (const { fixture, directory } of [site, otherSite]) {
    await fixture.close();
    await directory.remove();
  }
});

async function openSite(learners: number): Promise<Site> {
  const fixture = await createServerFixture({ learners, words: 20 });
  return { fixture, directory: await createDataDirectory() };
}

function start({ fixture, directory }: Site): Promise<ServerProcess> {
  return startServerProcess({ ...fixture.settings, DATA_DIR: directory.path });
}

it.concurrent("finishes requests in progress, ends streams, and loses nothing", async () => {
  const { fixture } = site;
  const server = await start(site);
  const [reader, author] = fixture.learners as [TestAccount, TestAccount];
  const stream = await openStream(server, reader);
  const halves = await Promise.all(
    Array.from({ length: HALF_SENT }, (_, n) => sendHalf(server, author, `half-${n}`)),
  );
  const load = startLoad(server, fixture);
  await until(() => countAnswers(journal) > HALF_SENT, EXIT_MAX_MS);

  const stopping = server.terminate();
  await until(() => server.lastLines().includes(CLOSING));
  const replies = await Promise.all(halves.map((half) => half.finish()));
  const { code, tookMs } = await stopping;
  await load;

  expect(replies).toEqual(halves.map(() => 202));
  expect(code, server.lastLines()).toBe(0);
  expect(tookMs).toBeLessThan(EXIT_MAX_MS);
  const { text, aborted } = await stream.ended;
  expect(text).toMatch(/^retry: 3000\n/);
  expect(text, "end of the stream").toMatch(/\nretry: \d+\n\n$/);
  expect(aborted).toBe(false);
  await expectNothingLost();
});

const onceOnly = testDialect === "postgres" ? it.skip : it.concurrent;

onceOnly("waits no longer than ten seconds", async () => {
  const server = await start(otherSite);
  const [author] = otherSite.fixture.learners as [TestAccount];
  const half = await sendHalf(server, author, "never-finished");
  const broken = expect(half.replied).rejects.toThrow();
  await untilRead(server);
  const { tookMs } = await server.terminate();
  expect(tookMs).toBeLessThan(EXIT_MAX_MS);
  expect(tookMs).toBeGreaterThan(STOPPING_MS);
  await broken;
});

async function expectNothingLost(): Promise<void> {
  const { fixture } = site;
  const server = await start(site);
  await until(async () => (await countOutbox(fixture.database)).waiting === 0, TEST_MAX_MS);
  await server.terminate();
  expect(countAnswers(journal)).toBeGreaterThan(HALF_SENT);
  const ids = fixture.learners.map(({ id }) => id);
  expect(await auditAnswers(fixture.database, ids, journal)).toEqual([]);
}

async function startLoad(server: ServerProcess, fixture: ServerFixture): Promise<void> {
  const writers = fixture.learners.flatMap((learner) =>
    writerKinds.map((kind) =>
      createWriter(`${learner.id}-${kind}`, kind, learner, { ...fixture, journal }),
    ),
  );
  const wire = createWire(server.url, writers.length);
  const stop = AbortSignal.timeout(TEST_MAX_MS);
  await Promise.all(writers.map((writer) => writer.write(wire, stop)));
  wire.close();
}

/**
 * The server must have started with the requests; sending them is not enough. It reads earlier
 * input before it answers a later request, so this waits for such an answer.
 */
async function untilRead(server: ServerProcess): Promise<void> {
  const wire = createWire(server.url, 1);
  await wire.send({ method: "GET", path: "/health" });
  wire.close();
}

/** Sends a part of a request; `finish` sends the rest and returns the status. */
async function sendHalf(server: ServerProcess, { id, token }: TestAccount, key: string) {
  const [, wordId = ""] = site.fixture.wordIds;
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

/** Opens an event stream; `ended` resolves with its whole text. */
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
