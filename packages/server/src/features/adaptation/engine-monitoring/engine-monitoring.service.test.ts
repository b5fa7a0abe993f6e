import { RecordDraft } from "@wordloom/contract";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp } from "@wordloom/testing/service/build-test-app";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { partialDeps } from "../../../testing/app/partial-deps.ts";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { chooseBatches } from "../amas/amas.service.ts";
import { parametersInForce } from "../engine-config/engine-config.service.ts";
import { applyAnswers } from "../../study/records/apply.service.ts";
import { readCounters, readMeter } from "./engine-counters.service.ts";
import {
  flushDecisions,
  noteDecisions,
  readEngineEvents,
  removeOldEvents,
  type Decision,
} from "./engine-events.service.ts";
import { engineEvents, metricsFlush, monitoringRetention } from "./engine-monitoring.worker.ts";

// Checks that sampled decisions reach the table soon after the commit and are removed after thirty
// days, and that counters add up by day. The tests send real answers of new learners, who are all
// sampled.
type Needs = Awaited<ReturnType<typeof openLearningNeeds>>;
let needs: Needs;
const going = new AbortController().signal;
const DAY_MS = 86_400_000;

beforeEach(async () => {
  needs = await openLearningNeeds();
  await needs.words("w1", "w2");
  await addPlainLearners(needs.database, ["u1", "u2", "u3", "model"]);
});
afterAll(() => needs.close());

async function answer(
  userId: string,
  isCorrect = true,
  on: Parameters<typeof applyAnswers>[0] = needs,
): Promise<void> {
  const draft = RecordDraft.parse({ wordId: "w1", isCorrect, responseTimeMs: 900 });
  await applyAnswers(on, [{ userId, draft, acceptedAtMs: needs.clock.nowMs() }]);
}

async function countStored(): Promise<number> {
  const rows = await needs.database.selectFrom("engine_events").select("id").execute();
  return rows.length;
}

/** Bytes of the table on PostgreSQL; of the whole database on SQLite. */
async function sizeOfEvents(): Promise<number> {
  const size =
    testDialect === "postgres"
      ? sql<{ bytes: number }>`select pg_total_relation_size('engine_events') as bytes`
      : sql<{ bytes: number }>`select page_count * 4096 as bytes from pragma_page_count`;
  return Number((await size.execute(needs.database)).rows[0]?.bytes);
}

/** A decision as the engine would report it, taken from a real answer. */
async function someDecision(): Promise<Decision> {
  await answer("model");
  const [row] = await readEngineEvents(needs, 1);
  const event = JSON.parse(row?.event_json ?? "null");
  const where = { userId: "model", sessionId: "s", configVersion: "v", experimentArm: null };
  return { ...where, latencyMs: 1, event };
}

describe("decisions of the engine", () => {
  it("are stored with their figures and the version that was used", async () => {
    await answer("u1", false);
    expect(await countStored()).toBe(0);
    await engineEvents.run(partialDeps(needs), going);
    const [event] = await readEngineEvents(needs, 10);
    expect(event).toMatchObject({
      user_id: "u1",
      session_id: "u1-session",
      event_type: "answer",
      created_at_ms: needs.clock.nowMs(),
      is_correct: 0,
      cold_start_phase: "Classify",
      config_version: parametersInForce(needs).versionHash,
    });
    const detail = JSON.parse(event?.event_json ?? "{}");
    expect(detail).toMatchObject({ rewardValue: event?.reward_value, invariantViolations: [] });
    expect(detail.userState.fatigue).toBe(event?.fatigue);
  });

  it("are listed newest first, including queued ones", async () => {
    for (const userId of ["u1", "u2", "u3"]) {
      needs.wait(1_000);
      await answer(userId);
    }
    const listed = await readEngineEvents(needs, 2);
    expect(listed.map((row) => row.user_id)).toEqual(["u3", "u2"]);
  });

  it("are written once", async () => {
    await answer("u1");
    expect(await flushDecisions(needs)).toBe(1);
    expect(await flushDecisions(needs)).toBe(0);
  });

  it("are dropped when the answers were not committed", async () => {
    const ids = { ...needs.ids, next: () => "same" };
    await answer("u1", true, { ...needs, ids });
    await expect(answer("u1", true, { ...needs, ids })).rejects.toThrow();
    expect(await flushDecisions(needs)).toBe(1);
  });

  it("stay queued when they cannot be written", async () => {
    await answer("u1");
    const broken = { ...needs, ids: { ...needs.ids, next: () => null as never } };
    await expect(flushDecisions(broken)).rejects.toThrow();
    expect(await flushDecisions(needs)).toBe(1);
  });

  it("of erased accounts are not written", async () => {
    await answer("u1");
    await answer("u2");
    await needs.database.deleteFrom("users").where("id", "=", "u1").execute();
    expect(await flushDecisions(needs)).toBe(1);
  });

  it("are limited to five thousand in the queue: the oldest are dropped", async () => {
    const decision = await someDecision();
    noteDecisions(needs, [{ ...decision, sessionId: "oldest" }, decision]);
    // Decisions of unknown learners are queued but not written, since writing them would take long.
    noteDecisions(needs, Array(4_999).fill({ ...decision, userId: "nobody" }));
    expect(await flushDecisions(needs)).toBe(1);
    const sessions = (await readEngineEvents(needs, 9)).map((row) => row.session_id);
    expect(sessions.toSorted()).toEqual(["model-session", decision.sessionId]);
  });

  it("are not stored when monitoring is disabled", async () => {
    const settings = { ...needs.settings, ENABLE_ENGINE_MONITORING_WORKER: false };
    await answer("u1", true, { ...needs, settings });
    expect(await flushDecisions(needs)).toBe(0);
    expect(engineEvents.enabled?.(partialDeps({ settings }))).toBe(false);
  });

  it("are written when the service stops", async () => {
    const app = await buildTestApp();
    await app.word({ id: "w1" });
    await app.learner();
    await answer("u1", true, app.deps);
    await app.close();
    const { database } = app.deps;
    const events = await database.selectFrom("engine_events").select("user_id").execute();
    expect(events).toEqual([{ user_id: "u1" }]);
    const counted = await database.selectFrom("engine_counters").select("calls").execute();
    expect(counted.length).toBeGreaterThan(0);
  });

  it("are removed after thirty days", async () => {
    await answer("u1");
    await flushDecisions(needs);
    needs.wait(30 * DAY_MS);
    expect(await removeOldEvents(needs, going)).toBe(0);
    needs.wait(1);
    await answer("u2");
    await flushDecisions(needs);
    await monitoringRetention.run(partialDeps(needs), going);
    expect((await readEngineEvents(needs, 10)).map((row) => row.user_id)).toEqual(["u2"]);
  });

  it("are removed in steps, until the signal is aborted", async () => {
    const decision = await someDecision();
    noteDecisions(needs, Array(1_500).fill(decision));
    await flushDecisions(needs);
    needs.wait(31 * DAY_MS);
    await expect(removeOldEvents(needs, AbortSignal.abort(new Error("stop")))).rejects.toThrow();
    expect(await removeOldEvents(needs, going)).toBe(1_501);
  });

  it("free their disk space", async () => {
    noteDecisions(needs, Array(2_500).fill(await someDecision()));
    await flushDecisions(needs);
    const full = await sizeOfEvents();
    needs.wait(31 * DAY_MS);
    // PostgreSQL skips a page that is being written to disk, until the next run.
    const sizeAfter = async () => {
      await monitoringRetention.run(partialDeps(needs), going);
      return sizeOfEvents();
    };
    await expect.poll(sizeAfter).toBeLessThan(full / 2);
  });
});

describe("counters of the engine", () => {
  it("add up within a day and start again on the next", async () => {
    await answer("u1");
    await answer("u1");
    await metricsFlush.run(partialDeps(needs), going);
    await metricsFlush.run(partialDeps(needs), going);
    await answer("u1");
    const [first] = await readCounters(needs, "2026-05-01");
    expect(first).toMatchObject({ day: "2026-05-01", calls: 3, errors: 0 });
    needs.wait(DAY_MS);
    await answer("u1");
    const days = await readCounters(needs, "2026-05-02");
    expect(days.find(({ algorithm }) => algorithm === "mdm")).toMatchObject({ calls: 1 });
    expect(readMeter(needs).mdm.calls).toBe(4);
  });

  it("count failures of the engine, which also fail the answer", async () => {
    const draft = RecordDraft.parse({ wordId: "w1", isCorrect: true, responseTimeMs: 900 });
    const broken = { userId: "u1", draft, acceptedAtMs: Number.NaN };
    await expect(applyAnswers(needs, [broken])).rejects.toThrow("atMs");
    expect(readMeter(needs).mdm).toMatchObject({ errors: 1 });
    const [counted] = await readCounters(needs, "2026-05-01");
    expect(counted).toMatchObject({ algorithm: "mdm", calls: 0, errors: 1 });
  });

  it("include the selection of words", async () => {
    const request = { nowMs: needs.clock.nowMs(), key: "k", exclude: [], shown: [] };
    const word = { id: "w1", text: "text w1", difficulty: 0.5 };
    const batchRequest = { userId: "u1", words: [{ word, memoryJson: null }], request };
    await chooseBatches(needs, needs.database, [batchRequest]);
    const counted = await readCounters(needs, "2026-05-01");
    expect(counted.find(({ algorithm }) => algorithm === "selection")?.calls).toBe(1);
  });
});
