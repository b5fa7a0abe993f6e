import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sendPipelinedBurst } from "@wordloom/testing/heavy/pipelined-burst";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import {
  createDataDirectory,
  startServerProcess,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";

// A small burst of nobody's requests does not hold up the others: 500 connections send 100 requests
// each and read no reply. Another client's p99 in these seconds is compared with that of the
// seconds before. The aim is twice. The bound is eight times, in the best of a few tries: the burst
// and the other client share two cores with the service, and 500 new connections alone take it 10
// to 50 ms. A service that reads all 50,000 requests is at thirty times.
const RATIO_MAX = 8;
const TRIES = 4;
const BURST = { path: "/api/health", connections: 500, requests: 100 } as const;
const WINDOW_MS = 4_000;
const ASK_EVERY_MS = 10;
/** The usual p99 of a busy service. That of an idle one says more about the machine. */
const P99_MIN_MS = 30;

let fixture: ServerFixture;
let directory: Awaited<ReturnType<typeof createDataDirectory>>;
let server: ServerProcess;

beforeAll(async () => {
  directory = await createDataDirectory();
  fixture = await createServerFixture({ learners: 0, words: 0 });
  const settings = { RATE_LIMIT_ANONYMOUS_MAX: "100000000", DATA_DIR: directory.path };
  server = await startServerProcess({ ...fixture.settings, ...settings });
});
afterAll(async () => {
  await server.kill();
  await fixture.close();
  await directory.remove();
});

it("answers another client during a burst of requests whose replies nobody reads", async ({
  annotate,
}) => {
  await p99OfClient(WINDOW_MS / 4);
  const ratios: number[] = [];
  while (ratios.length < TRIES && Math.min(...ratios) > RATIO_MAX) {
    const usualMs = await p99OfClient(WINDOW_MS);
    const [burstMs] = await Promise.all([
      p99OfClient(WINDOW_MS),
      sendPipelinedBurst({ ...BURST, url: server.url, staysMs: WINDOW_MS }),
    ]);
    const ratio = Math.max(burstMs, P99_MIN_MS) / Math.max(usualMs, P99_MIN_MS);
    ratios.push(ratio);
    const [usual, disturbed] = [usualMs, burstMs].map((ms) => `${ms.toFixed(1)} ms`);
    await annotate(`p99 ${usual}, in the burst ${disturbed}: ${ratio.toFixed(1)} times`);
  }
  expect(Math.min(...ratios)).toBeLessThanOrEqual(RATIO_MAX);
});

/**
 * The p99 of a client that asks at fixed times, whether or not it has its earlier replies: a client
 * that waited would count a long standstill as one slow reply.
 */
async function p99OfClient(durationMs: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const asked: Promise<number>[] = [];
  for (let atMs = 0; atMs < durationMs; atMs += ASK_EVERY_MS) {
    asked.push(timeOfReply(agent));
    await pause(ASK_EVERY_MS);
  }
  const timesMs = (await Promise.all(asked)).toSorted((a, b) => a - b);
  agent.destroy();
  return timesMs[Math.floor(timesMs.length * 0.99)] ?? Number.POSITIVE_INFINITY;
}

function timeOfReply(agent: Agent): Promise<number> {
  const startedMs = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(`${server.url}/health/live`, { agent }, (reply) => {
    reply.on("end", () => resolve(performance.now() - startedMs)).resume();
  }).on("error", reject);
  return promise;
}
