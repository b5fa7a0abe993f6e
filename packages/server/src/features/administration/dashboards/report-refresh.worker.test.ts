import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { until } from "@wordloom/testing/service/until";
import { readHours } from "../analytics-admin/hours.service.ts";
import { rankBooks } from "../analytics-admin/book-rank.service.ts";
import { readStates } from "../engine-metrics/decisions.service.ts";
import { readLearningDashboard } from "./learning-dashboard.service.ts";
import { reportRefresh } from "./report-refresh.worker.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp({ features: onlyFeature({ workers: [reportRefresh] }) });
  await app.learner();
  await app.word();
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

const answerAt = (...times: string[]) =>
  giveAnswers(
    app.deps,
    times.map((at) => [at, "w1"] as const),
  );

async function answersOf(query: { days: string; from?: string; to?: string }) {
  const { rows } = await readHours(app.deps, query);
  return rows.reduce((sum, { answers }) => sum + answers, 0);
}

describe("slow reports", () => {
  it("count the answers of a minute ago", async () => {
    await answerAt("2026-05-01T08:00:00Z");
    expect(await app.jobs.runNow("report_refresh")).toBe("ok");
    await answerAt("2026-05-01T08:01:00Z");
    for (const days of ["7", "14", "30", "90"]) expect(await answersOf({ days }), days).toBe(1);
    app.clock.advance(MINUTE_MS + 1);
    for (const days of ["7", "14", "30", "90"]) expect(await answersOf({ days }), days).toBe(2);
  });

  it("state when they were computed", async () => {
    const read = async () => [
      (await rankBooks(app.deps, { days: "30", limit: 5 })).computedAt,
      (await readStates(app.deps, { days: 30, bins: 20 })).computedAt,
      (await readLearningDashboard(app.deps, 7)).computedAt,
      (await readHours(app.deps, { days: "90" })).computedAt,
    ];
    const [before, after] = ["2026-05-01T12:00:00.000Z", "2026-05-01T12:01:00.001Z"];
    await app.jobs.runNow("report_refresh");
    app.clock.advance(MINUTE_MS);
    expect(new Set(await read())).toEqual(new Set([before]));
    app.clock.advance(1);
    expect(new Set(await read()), "recomputed").toEqual(new Set([after]));
  });

  it("are computed on request for unusual ranges of days", async () => {
    await answerAt("2026-05-01T08:00:00Z");
    await app.jobs.runNow("report_refresh");
    await answerAt("2026-05-01T08:01:00Z");
    const until = (to: string, from: string) => answersOf({ days: "30", from, to });
    expect(await until("2026-05-01", "2026-04-30")).toBe(2);
    expect(await until("2026-04-30", "2026-04-01"), "30 days, up to yesterday").toBe(0);
  });

  it("are served as computed in advance if computing is slow", async () => {
    await answerAt("2026-05-01T08:00:00Z");
    await app.jobs.runNow("report_refresh");
    await answerAt("2026-05-01T08:01:00Z");
    await app.deps.database.updateTable("report_snapshots").set({ took_ms: 2_000 }).execute();
    app.clock.advance(9 * HOUR_MS);
    expect(await answersOf({ days: "7" })).toBe(1);
    await until(async () => (await answersOf({ days: "7" })) === 2);
    app.clock.advance(3 * HOUR_MS);
    await answerAt("2026-05-01T22:00:00Z");
    expect(await answersOf({ days: "7" }), "of yesterday").toBe(3);
  });

  it("are all available, and equal those computed on request", async () => {
    await answerAt("2026-05-01T08:00:00Z", "2026-05-01T08:01:00Z");
    const read = async () => ({
      books: await rankBooks(app.deps, { days: "30", limit: 5 }),
      states: await readStates(app.deps, { days: 30, bins: 20 }),
      learning: await readLearningDashboard(app.deps, 7),
      hours: await readHours(app.deps, { days: "90" }),
    });
    const atOnce = await read();
    await app.jobs.runNow("report_refresh");
    expect(await read()).toEqual(atOnce);
    const rows = await app.deps.database.selectFrom("report_snapshots").select("report").execute();
    expect(rows.map(({ report }) => report).toSorted()).toEqual([
      "book_accuracy",
      ...Array.from({ length: 4 }, () => "hardest_words"),
      ...Array.from({ length: 4 }, () => "hours"),
      ...["user_states", "user_states", "word_states"],
      ...Array.from({ length: 4 }, () => "wordbook_rank"),
    ]);
  });
});
