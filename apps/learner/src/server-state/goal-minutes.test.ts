import type { GoalForecast } from "@wordloom/contract";
import { expect, test } from "vitest";
import { minutesPerDay } from "./goal-minutes.ts";

const forecast = {
  newPerDay: 10,
  goals: [{ goal: "balanced", minutesPerDay: 5.6 }],
} as GoalForecast;

test("minutes are the forecast's, and grow with the new words a day", () => {
  expect(minutesPerDay(forecast, "balanced")).toBe(6);
  expect(minutesPerDay(forecast, "balanced", 20)).toBe(11);
  expect(minutesPerDay(forecast, "balanced", 1)).toBe(1);
  expect(minutesPerDay(forecast, "remember_most")).toBeUndefined();
});
