import * as fc from "fast-check";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { auditAnswers, countOutbox } from "@wordloom/testing/process/answer-audit";
import { countAnswers, createJournal } from "@wordloom/testing/process/answer-journal";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import {
  createDataDirectory,
  startServerProcess,
  withLastLines,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { until } from "@wordloom/testing/service/until";
import { createWire } from "@wordloom/testing/process/wire";
import { createWriter, writerKinds, type Writer } from "../requests/writer.ts";

// Everything the service acknowledged survives a SIGKILL at any moment, exactly once, including the
// counters of the engine: a real process with a real directory is killed repeatedly while 64
// writers write; faults of every round would still be visible at the end.
const LEARNERS = 16;
/** On PostgreSQL, only the service is killed, not the database. A thousand are a night's work. */
const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? (testDialect === "sqlite" ? 6 : 4));
/** After the first acknowledgment of the round, or after the start. */
const KILL_AFTER_MS = fc.integer({ min: 0, max: testDialect === "sqlite" ? 400 : 800 });
/** With a thousand rounds there are many answers, so only some rounds compare them. */
const COMPARED_EVERY = Math.ceil(ROUNDS / 50);
const FIRST_PROMISE_MAX_MS = 30_000;
const SEED = Number(process.env["KILL_SEED"] ?? 20_260_501);
const DRAIN_MAX_MS = 30_000;
const POLL_MS = 10;
const RUN_MAX_MS = 180_000 + ROUNDS * 10_000;

let fixture: ServerFixture;
let directory: Awaited<ReturnType<typeof createDataDirectory>>;
const journal = createJournal();

beforeAll(async () => {
  directory = await createDataDirectory();
  fixture = await createServerFixture({ learners: LEARNERS, words: 40 });
});
afterAll(async () => {
  await fixture.close();
  await directory.remove();
});

it(
  "keeps every acknowledged answer exactly once through kill -9",
  async ({ annotate }) => {
    const writers = fixture.learners.flatMap((learner) =>
      writerKinds.map((kind) =>
        createWriter(`${learner.id}-${kind}`, kind, learner, { ...fixture, journal }),
      ),
    );
    const moments = fc.sample(KILL_AFTER_MS, { seed: SEED, numRuns: ROUNDS });
    for (const [round, killAfterMs] of moments.entries()) {
      // Every fourth round runs without the outbox, which acknowledges answers differently.
      const server = await start(round % 4 !== 3);
      await settle(server, round % COMPARED_EVERY === 0);
      // Every fourth round may end before the first acknowledgment; the others wait for at least
      // one, on any machine.
      const promised = round % 4 === 1 ? 0 : countAnswers(journal) + 1;
      await writeUntilKilled(server, writers, { promised, afterMs: killAfterMs });
    }
    const last = await start(true);
    await settle(last, true);
    await last.kill();
    await annotate(`${ROUNDS} rounds, ${countAnswers(journal)} answers`);
    expect(countAnswers(journal)).toBeGreaterThan(ROUNDS);
  },
  RUN_MAX_MS,
);

async function start(outbox: boolean): Promise<ServerProcess> {
  // Leases of a killed process expire; the test need not wait for that.
  await fixture.database.deleteFrom("job_leases").execute();
  return startServerProcess({
    ...fixture.settings,
    DATA_DIR: directory.path,
    RECORDS_OUTBOX_ASYNC: String(outbox),
  });
}

/** Lets a new process apply the remaining answers, then compares everything if `compares`. */
async function settle(server: ServerProcess, compares: boolean): Promise<void> {
  let outbox = await countOutbox(fixture.database);
  for (let waitedMs = 0; outbox.waiting > 0 && waitedMs < DRAIN_MAX_MS; waitedMs += POLL_MS) {
    await pause(POLL_MS);
    outbox = await countOutbox(fixture.database);
  }
  expect(outbox, server.lastLines()).toEqual({ waiting: 0, dead: 0 });
  if (!compares) return;
  const ids = fixture.learners.map(({ id }) => id);
  expect(await auditAnswers(fixture.database, ids, journal)).toEqual([]);
}

async function writeUntilKilled(
  server: ServerProcess,
  writers: readonly Writer[],
  moment: { readonly promised: number; readonly afterMs: number },
): Promise<void> {
  const wire = createWire(server.url, writers.length);
  const stop = AbortSignal.timeout(RUN_MAX_MS);
  const killing = killAt(server, moment);
  const writing = writers.map((writer) => writer.write(wire, stop));
  await Promise.all([killing, ...writing]).catch(withLastLines(server));
  wire.close();
}

/** Kills it `ms` after this many answers were acknowledged. */
async function killAt(
  server: ServerProcess,
  { promised, afterMs }: { readonly promised: number; readonly afterMs: number },
): Promise<void> {
  await until(() => countAnswers(journal) >= promised, FIRST_PROMISE_MAX_MS);
  await pause(afterMs);
  await server.kill();
}
