import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { lockRevisions } from "../../features/adaptation/amas/engine-states.repo.ts";
import { transact } from "../../platform/database/transaction.ts";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { auditAnswers, countOutbox } from "@wordloom/testing/process/answer-audit";
import { createJournal, noteAnswer } from "@wordloom/testing/process/answer-journal";
import { noteOrderOfAnswers, orderOfAnswers } from "@wordloom/testing/process/applied-order";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import { findRedis, startRedis, type RedisServer } from "@wordloom/testing/databases/redis-server";
import {
  createDataDirectory,
  startServerProcess,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { until } from "@wordloom/testing/service/until";
import { createWire, type Wire } from "@wordloom/testing/process/wire";

// Four processes apply any accepted answer exactly once and each learner's answers in order. When
// one of them dies with accepted answers left, the others apply them.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 150_000 });
const TAKEN_OVER_WITHIN_MS = 5_000;
/** Time to apply the answers on a busy machine. */
const APPLIED_WITHIN_MS = 20_000;
const PROCESSES = 4;
const ROUNDS = 12;

const source = findRedis(process.env);

describe.runIf(source?.kind === "program" && testDialect === "postgres")("four processes", () => {
  let fixture: ServerFixture;
  let redis: RedisServer;
  let directories: Awaited<ReturnType<typeof createDataDirectory>>[] = [];
  let servers: ServerProcess[] = [];
  let wires: Wire[] = [];
  const journal = createJournal();
  const sent = new Map<string, string[]>();

  beforeAll(async () => {
    if (source === undefined) return;
    redis = await startRedis(source);
    fixture = await createServerFixture({ learners: 8, words: 20 });
    await noteOrderOfAnswers(fixture.database);
    directories = await Promise.all(Array.from({ length: PROCESSES }, createDataDirectory));
    const settings = { ...fixture.settings, REDIS_URL: redis.url };
    // One by one: together they would take too long on a busy machine.
    for (const { path } of directories) {
      servers.push(await startServerProcess({ ...settings, DATA_DIR: path }));
    }
    wires = servers.map(({ url }) => createWire(url, 8));
  });
  afterAll(async () => {
    for (const wire of wires) wire.close();
    await Promise.all(servers.map((server) => server.kill()));
    await fixture.close();
    await redis.stop();
    for (const directory of directories) await directory.remove();
  });

  async function answer(wire: Wire | undefined, learner: TestAccount): Promise<void> {
    const keys = sent.get(learner.id) ?? [];
    const key = `k-${keys.length}`;
    const wordId = fixture.wordIds[1 + (keys.length % 5)] ?? "";
    const body = { clientRecordId: key, wordId, isCorrect: true, responseTimeMs: 900 };
    const reply = await wire?.send({ method: "POST", path: "/api/records", ...learner, body });
    expect(reply?.status, reply?.text).toBe(202);
    sent.set(learner.id, [...keys, key]);
    noteAnswer(journal, learner.id, key, wordId);
  }

  const isEmpty = async () => (await countOutbox(fixture.database)).waiting === 0;

  async function expectAllApplied(): Promise<void> {
    await until(isEmpty, APPLIED_WITHIN_MS);
    const ids = fixture.learners.map(({ id }) => id);
    expect(await auditAnswers(fixture.database, ids, journal)).toEqual([]);
    for (const id of ids) {
      expect(await orderOfAnswers(fixture.database, id)).toEqual(sent.get(id));
    }
  }

  it("apply every accepted answer once, and each learner's in order", async () => {
    await Promise.all(
      fixture.learners.map(async (learner, index) => {
        for (let n = 0; n < ROUNDS; n += 1) {
          await answer(wires[(index + n) % PROCESSES], learner);
        }
      }),
    );
    await expectAllApplied();
  });

  it("take over from one that is killed within five seconds, and lose nothing", async () => {
    const usualMs = await timeOf(async () => {
      await Promise.all(fixture.learners.map((learner) => answer(wires[1], learner)));
      await until(isEmpty, APPLIED_WITHIN_MS);
    });
    const share = await acceptAndDie();
    expect(share).toBe(ROUNDS * fixture.learners.length);
    const tookMs = await timeOf(() => until(isEmpty, TAKEN_OVER_WITHIN_MS + APPLIED_WITHIN_MS));
    expect(tookMs).toBeLessThan(TAKEN_OVER_WITHIN_MS + usualMs);
    await Promise.all(
      fixture.learners.map(async (learner, index) => {
        for (let n = 0; n < ROUNDS; n += 1) await answer(wires[1 + ((index + n) % 3)], learner);
      }),
    );
    await expectAllApplied();
  });

  /**
   * The first process accepts answers of locked learners, which no process can apply, and dies at
   * the moment the locks are released.
   *
   * @returns the number of answers it left
   */
  async function acceptAndDie(): Promise<number> {
    const [dying] = servers;
    return transact(fixture.database, async (tx) => {
      for (let n = 0; n < ROUNDS; n += 1) {
        await lockRevisions(tx, fixture.learners.map(({ id }) => id).toSorted());
        await Promise.all(fixture.learners.map((learner) => answer(wires[0], learner)));
      }
      await dying?.kill();
      return (await countOutbox(tx)).waiting;
    });
  }
});

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
