import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { auditAnswers, countOutbox } from "@wordloom/testing/process/answer-audit";
import { createJournal, noteAnswer } from "@wordloom/testing/process/answer-journal";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import { listenTo, type EventStream } from "@wordloom/testing/stream/event-stream";
import { openLocalModel, type LocalModel } from "@wordloom/testing/neighbors/local-model";
import { findRedis, startRedis, type RedisServer } from "@wordloom/testing/databases/redis-server";
import {
  createDataDirectory,
  startServerProcess,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { until } from "@wordloom/testing/service/until";
import { createWire } from "@wordloom/testing/process/wire";

// Two processes with one PostgreSQL and one Redis act as one service. An answer sent to either is
// applied once and announced on the streams of both, soon and in one order. If one process dies, or
// Redis is unreachable for a while, nothing is lost. All tests use the same two real processes; the
// last one kills one of them.
const TEST_MAX_MS = 90_000;
vi.setConfig({ testTimeout: TEST_MAX_MS });
/** The worker's schedule alone would take up to ten seconds. */
const SOON_MS = 4_000;
/** Also without Redis; the streams are checked every few seconds. */
const REVOKED_WITHIN_MS = 5_000;
const ADMIN_STREAM = "/api/admin/realtime/events";
const AUDIT_LOG = "/api/admin/audit-log";

/** An answer of the model costs at most ten dollars, and in the end half a dollar. */
const MODEL_COST = {
  LLM_INPUT_PRICE_PER_MTOK_USD: "0",
  LLM_OUTPUT_PRICE_PER_MTOK_USD: "10000",
  LLM_DAILY_COST_CAP_USD: "25",
  LLM_MAX_COST_PER_MONTH_YUAN: "10000",
};

const source = findRedis(process.env);

describe.runIf(source?.kind === "program" && testDialect === "postgres")("two processes", () => {
  let fixture: ServerFixture;
  let redis: RedisServer;
  let model: LocalModel;
  /** The leader has the workers. */
  let leader: ServerProcess;
  let follower: ServerProcess;
  let directories: Awaited<ReturnType<typeof createDataDirectory>>[] = [];
  const journal = createJournal();

  beforeAll(async () => {
    if (source === undefined) return;
    redis = await startRedis(source);
    fixture = await createServerFixture({ learners: 2, words: 10 });
    directories = [await createDataDirectory(), await createDataDirectory()];
    model = await openLocalModel();
    const ofModel = { ...model.settings, ...MODEL_COST };
    const settings = { ...fixture.settings, ...ofModel, REDIS_URL: redis.url };
    const [first = "", second = ""] = directories.map(({ path }) => path);
    leader = await startServerProcess({ ...settings, DATA_DIR: first });
    await until(async () => (await countLeases(fixture)) > 0);
    follower = await startServerProcess({ ...settings, DATA_DIR: second });
  });
  afterAll(async () => {
    await Promise.all([leader.kill(), follower.kill()]);
    await fixture.close();
    await model.close();
    await redis.stop();
    for (const directory of directories) await directory.remove();
  });

  async function answer(server: ServerProcess, learner: TestAccount, key: string): Promise<void> {
    const [, wordId = ""] = fixture.wordIds;
    const wire = createWire(server.url, 1);
    const body = { clientRecordId: key, wordId, isCorrect: true, responseTimeMs: 900 };
    const reply = await wire.send({ method: "POST", path: "/api/records", ...learner, body });
    wire.close();
    expect(reply.status, reply.text).toBe(202);
    noteAnswer(journal, learner.id, key, wordId);
  }

  async function expectNothingLost(): Promise<void> {
    await until(async () => (await countOutbox(fixture.database)).waiting === 0, 20_000);
    const ids = fixture.learners.map(({ id }) => id);
    expect(await auditAnswers(fixture.database, ids, journal)).toEqual([]);
  }

  const heard = (stream: EventStream, wanted: string) =>
    stream.events().filter(({ type }) => type === wanted);
  const appliedOn = (stream: EventStream) =>
    stream.events().flatMap(({ type, data }) => (type === "record_applied" ? [data] : []));

  it("announce each other's answers, soon and in one order", async () => {
    const [learner] = fixture.learners as [TestAccount];
    const streams = [await listenTo(leader.url, learner), await listenTo(follower.url, learner)];
    for (let n = 0; n < 10; n += 1) {
      await answer(n % 2 === 0 ? leader : follower, learner, `a-${n}`);
      await until(() => streams.every((stream) => heard(stream, "amas_state").length > n), SOON_MS);
    }
    const [here = [], there = []] = streams.map((stream) => stream.events());
    expect(there).toEqual(here);
    expect(here.map(({ type }) => type)).toEqual([
      "maintenance",
      ...Array(10).fill(["record_applied", "amas_state"]).flat(),
    ]);
    for (const stream of streams) stream.hangUp();
    await expectNothingLost();
  });

  /** A program and a sign-in that the follower admits are revoked at the leader. */
  async function revokeAtLeader(email: string): Promise<void> {
    const [atLeader, atFollower] = [createWire(leader.url, 1), createWire(follower.url, 1)];
    const post = async (path: string, body: object) => {
      const by = path.endsWith("login") ? {} : { token: fixture.admin.token };
      return (await atLeader.send({ method: "POST", path, body, ...by })).json.data;
    };
    const remove = async (path: string) =>
      (await atLeader.send({ method: "DELETE", path, token: fixture.admin.token })).status;
    const statusOf = async (token: string) =>
      (await atFollower.send({ method: "GET", path: AUDIT_LOG, token })).status;

    const program = await post("/api/admin/settings/api-keys", { name: "Job", scopes: ["read"] });
    const password = "Right-pw-1";
    const { id } = await post("/api/admin/settings/admins", { email, password });
    const { token } = await post("/api/admin/auth/login", { email, password });
    const session = await fixture.database
      .selectFrom("sessions")
      .select("id")
      .where("account_id", "=", id)
      .executeTakeFirstOrThrow();
    const streams: EventStream[] = [];
    for (const each of [program.key, token]) {
      expect(await statusOf(each)).toBe(200);
      streams.push(await listenTo(follower.url, { token: each, path: ADMIN_STREAM }));
    }

    expect(await remove(`/api/admin/settings/api-keys/${program.id}`)).toBe(200);
    expect(await statusOf(program.key)).toBe(401);
    expect(await remove(`/api/admin/settings/sessions/${session.id}`)).toBe(200);
    await until(async () => (await statusOf(token)) === 401, REVOKED_WITHIN_MS);
    await until(() => streams.every(({ ended }) => ended), REVOKED_WITHIN_MS);
    for (const wire of [atLeader, atFollower]) wire.close();
  }

  it("refuse API keys revoked at the other at once, and sign-ins soon", async () => {
    await revokeAtLeader("second@example.org");
  });

  it("do so while Redis is unreachable", async () => {
    await redis.stop();
    await revokeAtLeader("third@example.org").finally(() => redis.start());
  });

  it("share the language model's limit, even if many ask a slow model at once", async () => {
    const held: (() => void)[] = [];
    const reply = {
      choices: [{ message: { content: "A sentence." } }],
      usage: { prompt_tokens: 1, completion_tokens: 50 },
    };
    model.behave((response) => held.push(() => response.end(JSON.stringify(reply))));
    const wires = [createWire(leader.url, 6), createWire(follower.url, 6)];
    const codes: string[] = [];
    const asking = Array.from({ length: 12 }, async (_, n) => {
      const path = "/api/admin/amas/suggestions/explain";
      const body = { path: "memoryModel.w[2]", currentValue: 2 };
      const { token } = fixture.admin;
      const answered = await wires[n % 2]?.send({ method: "POST", path, body, token });
      codes.push(answered?.json.code ?? String(answered?.status));
    });
    // Two answers may cost 20 of 25 dollars, so no third is requested until they arrive.
    await until(() => codes.length === 10);
    expect(new Set(codes)).toEqual(new Set(["BUDGET_EXCEEDED"]));
    expect(model.asked).toHaveLength(2);
    for (const answer of held) answer();
    await Promise.all(asking);
    expect(codes.filter((code) => code === "200")).toHaveLength(2);
    const spent = await fixture.database.selectFrom("llm_usage").selectAll().execute();
    expect(spent).toMatchObject([{ calls: 2, cost_usd: 1 }]);
    for (const wire of wires) wire.close();
  });

  it("continue while Redis is unreachable, and reconnect", async () => {
    const [learner] = fixture.learners as [TestAccount];
    const streams = [await listenTo(leader.url, learner), await listenTo(follower.url, learner)];
    await redis.stop();
    await answer(leader, learner, "c-0");
    await answer(follower, learner, "c-1");
    const keys = () => streams.flatMap(appliedOn).map(({ clientRecordId }) => clientRecordId);
    await until(() => ["c-0", "c-1"].every((key) => keys().includes(key)), 30_000);
    await redis.start();
    await until(() => streams.every((stream) => heard(stream, "resync").length > 0), SOON_MS);
    await answer(follower, learner, "c-2");
    await until(() => keys().filter((key) => key === "c-2").length === 2, SOON_MS);
    for (const stream of streams) stream.hangUp();
    await expectNothingLost();
  });

  it("serve each other's clients when one of them dies", async () => {
    const [, learner] = fixture.learners as [TestAccount, TestAccount];
    const stream = await listenTo(follower.url, learner);
    for (let n = 0; n < 3; n += 1) await answer(follower, learner, `b-${n}`);
    await until(() => heard(stream, "amas_state").length === 3);
    await follower.kill();
    await until(() => stream.ended);
    const ids = stream.events().map(({ id }) => id);
    for (let n = 3; n < 6; n += 1) await answer(leader, learner, `b-${n}`);
    const again = await listenTo(leader.url, learner, ids[2]);
    await until(() => appliedOn(again).length >= 5);
    expect(
      again
        .events()
        .slice(1, 5)
        .map(({ id }) => id),
    ).toEqual(ids.slice(3));
    expect(heard(again, "resync")).toEqual([]);
    await expectNothingLost();
  });
});

async function countLeases({ database }: ServerFixture): Promise<number> {
  return (await database.selectFrom("job_leases").select("worker").execute()).length;
}
