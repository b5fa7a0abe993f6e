import { RecordDraft } from "@wordloom/contract";
import { defaultParameters, withParameters } from "@wordloom/engine";
import { memoryFromJson } from "@wordloom/engine/stored";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { parametersInForce, storeConfiguration } from "../engine-config/engine-config.service.ts";
import { readEngineEvents } from "../engine-monitoring/engine-events.service.ts";
import { applyAnswers } from "../../study/records/apply.service.ts";
import { processEvent } from "./amas-events.service.ts";
import { readEngineState } from "./engine-states.service.ts";
import { findWordState } from "../../progress/word-states/word-states.repo.ts";

// Checks that answers are processed with the configuration that is active when their batch begins,
// and that monitoring events name it. The app runs with its defaults and a configuration with a
// known initial stability.
let app: TestApp;

beforeEach(async () => {
  app = await buildTestApp();
  await app.word({ id: "w1" });
  await addPlainLearners(app.deps.database, ["u1", "u2"]);
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

async function answerOf(userId: string): Promise<number | undefined> {
  const draft = RecordDraft.parse({ wordId: "w1", isCorrect: true, responseTimeMs: 2_000 });
  const grade = { ...draft, selfRating: 2 };
  await applyAnswers(app.deps, [{ userId, draft: grade, acceptedAtMs: app.clock.nowMs() }]);
  return (await findWordState(app.deps.database, userId, "w1"))?.stability_days;
}

describe("learning from answers", () => {
  it("leaves the rating of a word unchanged when the answer does not rate", async () => {
    const learner = { kind: "learner", id: "u1", sessionId: "s1" } as const;
    const event = { wordId: "w1", isCorrect: true, responseTime: 2_000 };
    await processEvent(app.deps, learner, event);
    const row = await findWordState(app.deps.database, "u1", "w1");
    expect(memoryFromJson(row?.memory_json ?? "{}")).toMatchObject({ attempts: 1, ratingShift: 0 });
    const { rating, phase } = await readEngineState(app.deps, "u1");
    expect({ rating, phase }).toEqual({ rating: null, phase: "Classify" });
    expect(await app.deps.database.selectFrom("word_ratings").selectAll().execute()).toEqual([]);
  });

  it("does not move the times of a word back when an answer arrives late", async () => {
    const atMs = app.clock.nowMs();
    for (const acceptedAtMs of [atMs, atMs - 60_000]) {
      const draft = RecordDraft.parse({ wordId: "w1", isCorrect: true, responseTimeMs: 2_000 });
      await applyAnswers(app.deps, [{ userId: "u1", draft, acceptedAtMs }]);
    }
    const row = await findWordState(app.deps.database, "u1", "w1");
    const times = { last_answer_at_ms: atMs, updated_at_ms: atMs };
    expect(row).toMatchObject({ ...times, total_attempts: 2 });
  });

  it("follows the active configuration from the next batch on", async () => {
    const standard = defaultParameters().memoryModel.w[2];
    expect(await answerOf("u1")).toBe(standard);
    const changed = withParameters(defaultParameters(), { "memoryModel.w[2]": 5.5 });
    const origin = { source: "manual", authorAdminId: null } as const;
    await storeConfiguration(app.deps, changed, origin);
    expect(await answerOf("u2")).toBe(5.5);
  });

  it("names the version that was used, which is a stored one", async () => {
    await answerOf("u1");
    const [event] = await readEngineEvents(app.deps, 1);
    const { versionHash, versionId } = parametersInForce(app.deps);
    expect(event?.config_version).toBe(versionHash);
    expect(versionId).toBeGreaterThan(0);
  });
});
