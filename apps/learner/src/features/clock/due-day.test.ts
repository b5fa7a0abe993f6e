import { describe, expect, it } from "vitest";
import { createTranslator } from "@wordloom/web/text/translator";
import { dueDay, isDueByDay } from "./due-day.ts";

const berlin = { timeZone: "Europe/Berlin", dayStartHour: 4 };
const NOW_MS = Date.parse("2026-11-22T10:00:00Z");

describe("a word that is due by its day", () => {
  it.each([
    ["later today after a day or more", "2026-11-23T01:30:00Z", "2026-11-20T12:00:00Z", true],
    ["not on the next day", "2026-11-23T03:30:00Z", "2026-11-20T12:00:00Z", false],
    ["not later today after some hours", "2026-11-22T15:00:00Z", "2026-11-22T09:00:00Z", false],
    ["when its time has come", "2026-11-22T09:59:00Z", "2026-11-22T09:00:00Z", true],
    ["later today without an answer", "2026-11-22T15:00:00Z", null, true],
  ])("is recognized: %s", (_, next, last, isDue) => {
    expect(isDueByDay(next, last, berlin, NOW_MS)).toBe(isDue);
  });
});

describe("the day of a word in a list", () => {
  const texts = {
    "words.due_on": "due {when}",
    "words.due_since": "due since {date}",
    "study.on_date": "on {date}",
  };
  const said = (at: string, text = createTranslator("en", texts, "en-GB")) =>
    dueDay(at, NOW_MS, berlin, text);

  it("is said as due, and is today for all hours of the day, past or to come", () => {
    expect(said("2026-11-22T03:30:00Z")).toBe("due today");
    expect(said("2026-11-22T10:20:00Z")).toBe("due today");
    expect(said("2026-11-23T02:30:00Z")).toBe("due today");
    expect(said("2026-11-23T03:30:00Z")).toBe("due tomorrow");
    expect(said("2026-12-10T10:00:00Z")).toBe("due on 10 Dec");
  });

  it("says that the word is due since a day that has passed", () => {
    expect(said("2026-11-22T02:30:00Z")).toBe("due since 21 Nov");
    expect(said("2025-12-03T10:00:00Z")).toBe("due since 3 Dec 2025");
  });

  it.each([
    ["zh", "今天"],
    ["ja", "今日"],
    ["ko", "오늘"],
    ["es", "hoy"],
    ["fr", "aujourd’hui"],
    ["de", "heute"],
  ] as const)("is today in each language: %s", (language, today) => {
    expect(said("2026-11-22T20:00:00Z", createTranslator(language, texts))).toBe(`due ${today}`);
  });
});
