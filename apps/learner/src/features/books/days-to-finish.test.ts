import { describe, expect, it } from "vitest";
import { daysToFinish } from "./days-to-finish.ts";

describe("the day on which a book is begun to its end", () => {
  it.each([
    ["today, if today has all new words that are left", 8, 8, 10, 0],
    ["tomorrow, if today's new words are done", 8, 0, 10, 1],
    ["after today's words and as many days as the others need", 25, 5, 10, 2],
    ["the last of a hundred days for whom today is the first", 1_000, 10, 10, 99],
    ["today, if the words of today are of other books", 3, 10, 10, 0],
  ])("is %s", (_, left, newToday, perDay, days) => {
    expect(daysToFinish(left, newToday, perDay)).toBe(days);
  });
});
