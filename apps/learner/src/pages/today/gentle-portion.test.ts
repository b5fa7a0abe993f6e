import type { StudyForecast, StudyToday } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { usualReviews } from "../../features/kit/planned-words.ts";
import { amountOf, isPiledUp, portionOf, reviewsByDay } from "./gentle-portion.ts";

const today = { due: 250, new: 10, reviewedToday: 15, expectedMinutes: 52 } as StudyToday;

describe("today's portion", () => {
  it("is everything due unless the learner is catching up", () => {
    expect(portionOf(today, null)).toEqual({ ...today, held: 0 });
  });

  it("is the cap minus today's reviews; the rest waits, and takes no time", () => {
    expect(portionOf(today, 40)).toMatchObject({ due: 25, held: 225, new: 10, expectedMinutes: 7 });
    expect(portionOf({ ...today, reviewedToday: 60 }, 40)).toMatchObject({ due: 0, held: 250 });
  });

  it("is not larger than the due words", () => {
    expect(portionOf({ ...today, due: 12 }, 40)).toMatchObject({ due: 12, held: 0 });
  });
});

describe("catching up", () => {
  const having = (overdue: number, due: number, dailyTarget = 10) => ({
    ...today,
    overdue,
    due,
    dailyTarget,
  });

  it("is offered whenever more has piled up than a usual day's work", () => {
    const offered = [40, 41, 48, 171, 211].map((overdue) => isPiledUp(having(overdue, overdue)));
    expect(offered).toEqual([false, true, true, true, true]);
    expect([20, 21].map((overdue) => isPiledUp(having(overdue, 0, 1)))).toEqual([false, true]);
    expect(isPiledUp(having(171, 171, 50))).toBe(false);
  });

  it("is gentle where all that is offered is little, the new words included", () => {
    const wall = having(171, 211);
    expect(amountOf(portionOf(wall, null))).toBe("full");
    expect(amountOf(portionOf(wall, usualReviews(wall)))).toBe("gentle");
    expect(amountOf(portionOf(having(5, 12), null))).toBe("gentle");
    expect(amountOf({ due: 48, new: 60, dailyTarget: 60 })).toBe("usual");
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
