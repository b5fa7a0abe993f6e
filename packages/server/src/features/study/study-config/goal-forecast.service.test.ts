import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { ThreadBusyError } from "../../../platform/basics/standing-thread.ts";
import { rehearseForecast } from "./goal-forecast.service.ts";
import { forecastRehearsal } from "./goal-forecast.worker.ts";

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp({ features: onlyFeature({}) });
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

describe("rehearseForecast", () => {
  it("runs every step of a forecast for a learner with weights", async () => {
    const outcomes = await rehearseForecast(app.deps);
    // Solves the intervals of three goals, and simulates words being introduced, answered and
    // repeated.
    expect(outcomes.map(({ targetRecall }) => targetRecall)).toEqual([null, null, null, 0.9]);
    for (const { forecast } of outcomes) {
      expect(forecast.known).toBeGreaterThan(100);
      expect(Math.max(...forecast.reviews)).toBeGreaterThan(10);
    }
  });

  it("stops with the app", async () => {
    const late = rehearseForecast(app.deps);
    await Promise.all([expect(late).rejects.toThrow("the service is closing"), app.close()]);
  });

  it("is skipped by its worker while too many learners wait", async () => {
    const asked = Array.from({ length: 52 }, () => rehearseForecast(app.deps));
    const outcomes = Promise.allSettled(asked);
    await expect(asked.at(-1)).rejects.toBeInstanceOf(ThreadBusyError);
    await forecastRehearsal.run(app.deps, new AbortController().signal);
    await Promise.all([outcomes, app.close()]);
  });
});
