import { describe, expect, it } from "vitest";
import { measureForecasts } from "./goal-forecast.ts";

describe("the row goal-forecast", () => {
  it("times forecasts of learners with weights", { timeout: 60_000 }, async () => {
    const figures = await measureForecasts({ met: [20], starts: 1, later: 2, lookAfterMs: 0 });
    expect(figures).toHaveLength(6);
    for (const { name, value } of figures) expect(value, name).toBeGreaterThanOrEqual(0);
    expect(figures.filter(({ bar }) => bar !== undefined)).toHaveLength(2);
  });
});
