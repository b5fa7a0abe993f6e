import { RecordDraft } from "@wordloom/contract";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { readTotals } from "../../progress/activity/activity.service.ts";
import { savePreferences } from "../../accounts/preferences/preferences.repo.ts";
import { applyAnswers } from "../records/apply.service.ts";
import { findWrongTotals, verifyLastDay } from "./activity-audit.service.ts";
import { dailyAggregation } from "./activity-audit.worker.ts";

// Checks that totals that differ from the records are found and rebuilt, except after a time zone
// change. The tests edit the stored totals.
const neverAborted = new AbortController().signal;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let app: TestApp;
let userId = "";

beforeEach(async () => {
  app = await buildTestApp();
  await app.word({ id: "w1" });
  ({ id: userId } = await app.learner());
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

async function answer(of = userId): Promise<void> {
  const draft = RecordDraft.parse({ wordId: "w1", isCorrect: true, responseTimeMs: 1_000.25 });
  await applyAnswers(app.deps, [{ userId: of, draft, acceptedAtMs: app.clock.nowMs() }]);
}

const corrupt = (change: object, of = userId) =>
  app.deps.database.updateTable("daily_activity").set(change).where("user_id", "=", of).execute();

const verify = () => verifyLastDay(app.deps, neverAborted);

async function wrongTotals(days = 7): Promise<string[]> {
  const found: string[] = [];
  for await (const learner of findWrongTotals(app.deps, days)) found.push(learner);
  return found;
}

describe("verifying the last complete day", () => {
  it("finds no difference in totals updated by answers", async () => {
    await answer();
    await answer();
    app.clock.advance(13 * HOUR_MS);
    expect(await verify()).toEqual({ checked: 1, repaired: 0 });
    expect(await wrongTotals()).toEqual([]);
  });

  it.each([{ answers: 7 }, { correct: 0 }, { response_time_total_ms: 5 }])(
    "rebuilds totals with %o",
    async (change) => {
      await answer();
      const before = await readTotals(app.deps.database, userId);
      await corrupt(change);
      expect(await wrongTotals()).toEqual([userId]);
      app.clock.advance(13 * HOUR_MS);
      await dailyAggregation.run(app.deps, neverAborted);
      expect(await readTotals(app.deps.database, userId)).toEqual(before);
      expect(await verify()).toEqual({ checked: 1, repaired: 0 });
    },
  );

  it("rebuilds totals when a day is missing", async () => {
    await answer();
    await app.deps.database.deleteFrom("daily_activity").execute();
    app.clock.advance(13 * HOUR_MS);
    expect(await verify()).toEqual({ checked: 1, repaired: 1 });
    expect(await readTotals(app.deps.database, userId)).toMatchObject({ answers: 1, newWords: 1 });
  });

  it("accepts days that a change of time zone has shifted", async () => {
    await answer();
    await savePreferences(app.deps.database, userId, { time_zone: "Pacific/Kiritimati" });
    await answer();
    const before = await app.deps.database.selectFrom("daily_activity").selectAll().execute();
    expect(before).toHaveLength(2);
    app.clock.advance(20 * HOUR_MS);
    expect(await verify()).toEqual({ checked: 1, repaired: 0 });
    expect(await app.deps.database.selectFrom("daily_activity").selectAll().execute()).toEqual(
      before,
    );
  });

  it("continues after a learner whose totals cannot be checked", async () => {
    const learners = [userId, (await app.learner()).id, (await app.learner()).id];
    for (const learner of learners) await answer(learner);
    const [, broken = ""] = learners;
    await savePreferences(app.deps.database, broken, { time_zone: "Nowhere/Never" });
    for (const learner of learners) await corrupt({ answers: 7 }, learner);
    app.clock.advance(13 * HOUR_MS);
    expect(await verify()).toEqual({ checked: 3, repaired: 2 });
  });

  it("checks only learners who answered recently, among many others", async () => {
    await answer();
    app.clock.advance(3 * DAY_MS);
    for (let n = 0; n < 3; n += 1) await app.learner();
    await answer("u3");
    app.clock.advance(13 * HOUR_MS);
    expect(await verify()).toEqual({ checked: 1, repaired: 0 });
    await corrupt({ answers: 9 });
    expect(await wrongTotals(2)).toEqual([]);
    expect(await wrongTotals(7)).toEqual([userId]);
  });

  it("stops when the signal is aborted", async () => {
    await answer();
    const stopped = AbortSignal.abort(new Error("stop"));
    await expect(verifyLastDay(app.deps, stopped)).rejects.toThrow("stop");
  });
});
