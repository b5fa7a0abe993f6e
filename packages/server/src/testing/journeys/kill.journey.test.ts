import * as fc from "fast-check";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { auditAnswers, countOutbox } from "../answer-audit.ts";
import { countAnswers, createJournal } from "../answer-journal.ts";
import { createCrowd, type Crowd } from "../crowd.ts";
import {
  createDataDirectory,
  startServerProcess,
  withLastLines,
  type ServerProcess,
} from "../server-process.ts";
import { testDialect } from "../test-database.ts";
import { until } from "../until.ts";
import { createWire } from "../wire.ts";
import { createWriter, writerKinds, type Writer } from "../writer.ts";

// What we check: whatever the service acknowledged survives a SIGKILL at any moment, once and only
// once, down to the counters of the engine. How: a real process on a real directory, killed round
// after round while 64 writers write; each round's faults would still be there at the end.
const LEARNERS = 16;
/** On PostgreSQL only the service is killed, not the database. */
const ROUNDS = testDialect === "sqlite" ? 10 : 4;
/** After the first promise of the round, or after the start where it is not waited for. */
const KILL_AFTER_MS = fc.integer({ min: 0, max: testDialect === "sqlite" ? 400 : 800 });
const FIRST_PROMISE_MAX_MS = 30_000;
const SEED = 20_260_501;
const DRAIN_MAX_MS = 30_000;
const POLL_MS = 10;
const RUN_MAX_MS = 180_000;

let crowd: Crowd;
let directory: Awaited<ReturnType<typeof createDataDirectory>>;
const journal = createJournal();

beforeAll(async () => {
  directory = await createDataDirectory();
  crowd = await createCrowd({ learners: LEARNERS, words: 40 });
});
afterAll(async () => {
  await crowd.close();
  await directory.remove();
});

it(
  "keeps every acknowledged answer exactly once through kill -9",
  async ({ annotate }) => {
    const writers = crowd.learners.flatMap((learner) =>
      writerKinds.map((kind) =>
        createWriter(`${learner.id}-${kind}`, kind, learner, { ...crowd, journal }),
      ),
    );
    const moments = fc.sample(KILL_AFTER_MS, { seed: SEED, numRuns: ROUNDS });
    for (const [round, killAfterMs] of moments.entries()) {
      // Every fourth round without the outbox: the other way an answer is acknowledged.
      const server = await start(round % 4 !== 3);
      await settle(server);
      // Every fourth round may end before anything is promised; the others keep at least one
      // promise, however slow the machine.
      const promised = round % 4 === 1 ? 0 : countAnswers(journal) + 1;
      await writeUntilKilled(server, writers, { promised, afterMs: killAfterMs });
    }
    const last = await start(true);
    await settle(last);
    await last.kill();
    await annotate(`${ROUNDS} rounds, ${countAnswers(journal)} answers`);
    expect(countAnswers(journal)).toBeGreaterThan(ROUNDS);
  },
  RUN_MAX_MS,
);

async function start(outbox: boolean): Promise<ServerProcess> {
  // What a killed process leased runs out by itself; we need not wait for that.
  await crowd.database.deleteFrom("job_leases").execute();
  return startServerProcess({
    ...crowd.settings,
    DATA_DIR: directory.path,
    RECORDS_OUTBOX_ASYNC: String(outbox),
  });
}

/** Lets a new process learn what the killed one left, then compares everything. */
async function settle(server: ServerProcess): Promise<void> {
  let outbox = await countOutbox(crowd.database);
  for (let waitedMs = 0; outbox.waiting > 0 && waitedMs < DRAIN_MAX_MS; waitedMs += POLL_MS) {
    await pause(POLL_MS);
    outbox = await countOutbox(crowd.database);
  }
  expect(outbox, server.lastLines()).toEqual({ waiting: 0, dead: 0 });
  const ids = crowd.learners.map(({ id }) => id);
  expect(await auditAnswers(crowd.database, ids, journal)).toEqual([]);
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

/** Kills it so long after so many answers were promised. */
async function killAt(
  server: ServerProcess,
  { promised, afterMs }: { readonly promised: number; readonly afterMs: number },
): Promise<void> {
  await until(() => countAnswers(journal) >= promised, FIRST_PROMISE_MAX_MS);
  await pause(afterMs);
  await server.kill();
}
