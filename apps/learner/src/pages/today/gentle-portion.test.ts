import type { StudyForecast, StudyToday } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { portionOf, reviewsByDay } from "./gentle-portion.ts";

const today = { due: 250, new: 10, reviewedToday: 15, expectedMinutes: 52 } as StudyToday;

describe("today's portion", () => {
  it("is everything due unless the learner is catching up", () => {
    expect(portionOf(today, null)).toEqual({ ...today, held: 0 });
  });

  it("is the cap minus today's reviews; the rest waits, and takes no time", () => {
    expect(portionOf(today, 40)).toMatchObject({ due: 25, held: 225, new: 10, expectedMinutes: 7 });
    expect(portionOf({ ...today, reviewedToday: 60 }, 40)).toMatchObject({ due: 0, held: 250 });
  });

  it("is not larger than what is due", () => {
    expect(portionOf({ ...today, due: 12 }, 40)).toMatchObject({ due: 12, held: 0 });
  });
});

describe("the forecast", () => {
  const forecast = (backlog: number, ...due: number[]): StudyForecast => ({
    backlog,
    days: due.map((count) => ({ date: "2026-11-22", due: count, expectedMinutes: 1 })),
    reviews: 0,
  });

  it("has the backlog today unless the learner is catching up", () => {
    expect(reviewsByDay(forecast(90, 5, 3), null, 0)).toEqual([95, 3]);
  });

  it("spreads the backlog by the portion, then returns to normal", () => {
    expect(reviewsByDay(forecast(90, 5, 5, 0, 0, 60), 40, 10)).toEqual([30, 40, 30, 0, 60]);
  });
});
