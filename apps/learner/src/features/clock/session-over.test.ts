import { describe, expect, it } from "vitest";
import { isPlanOver, isSessionOver } from "./session-over.ts";

const rules = { timeZone: "Asia/Tokyo", dayStartHour: 4 };
/** By the learner's clock. */
const at = (time: string) => Date.parse(`2026-11-${time}:00+09:00`);
const times = (startedAt: string, lastAt: string) => ({
  startedAtMs: at(startedAt),
  lastAtMs: at(lastAt),
});

describe("a session that the service has ended", () => {
  it.each([
    ["after two idle hours", times("28T10:00", "28T10:20"), "28T12:20", true],
    ["not a minute earlier", times("28T10:00", "28T10:20"), "28T12:19", false],
    ["at the end of the learner's day", times("28T23:50", "29T03:58"), "29T04:00", true],
    ["not at the midnight of others", times("28T23:50", "29T00:05"), "29T00:10", false],
  ])("is recognized: %s", (_, session, now, isOver) => {
    expect(isSessionOver(session, rules, at(now))).toBe(isOver);
  });

  it.each([
    ["after a night", times("28T22:00", "28T22:20"), "29T08:00", true],
    ["not after a long lunch", times("28T11:00", "28T11:20"), "28T15:00", false],
    [
      "not for somebody who studies past the end of the day",
      times("29T03:50", "29T03:59"),
      "29T04:01",
      false,
    ],
  ])("needs a new plan: %s", (_, session, now, isOver) => {
    expect(isPlanOver(session, rules, at(now))).toBe(isOver);
  });
});
