import { describe, expect, it } from "vitest";
import { createTranslator } from "@wordloom/web/text/translator";
import { whenDue, whenDueInSentence } from "./when-due.ts";

const berlin = { timeZone: "Europe/Berlin", dayStartHour: 4 };
const NOW_MS = Date.parse("2026-11-22T10:00:00Z");
const on = (date: string) => ({ "study.on_date": date });
const english = createTranslator("en", on("on {date}"), "en-GB");
const said = (at: string, text = english) => whenDue(at, NOW_MS, berlin, text);

describe("when a word is due", () => {
  it("is counted by the learner's days within a week", () => {
    expect(said("2026-11-22T10:20:00Z")).toBe("in 20 minutes");
    // Half past two at night belongs to the day before.
    expect(said("2026-11-23T01:30:00Z")).toBe("in 16 hours");
    expect(said("2026-11-23T03:00:00Z")).toBe("tomorrow");
    expect(said("2026-11-25T22:00:00Z")).toBe("in 3 days");
    expect(said("2026-11-29T10:00:00Z")).toBe("in 7 days");
  });

  it("is a date beyond, with the year only if it is another one", () => {
    expect(said("2026-12-03T10:00:00Z")).toBe("3 Dec");
    expect(said("2027-11-20T10:00:00Z")).toBe("20 Nov 2027");
    expect(said("2026-10-01T10:00:00Z")).toBe("1 Oct");
  });

  it("is written as the language writes dates", () => {
    const writtenIn = (language: "de" | "fr" | "es" | "zh" | "ja" | "ko") =>
      said("2026-12-03T10:00:00Z", createTranslator(language, on("{date}")));
    expect(writtenIn("de")).toBe("3. Dez.");
    expect(writtenIn("fr")).toBe("3 déc.");
    expect(writtenIn("es")).toBe("3 dic");
    expect(writtenIn("zh")).toBe("12月3日");
    expect(writtenIn("ja")).toBe("12月3日");
    expect(writtenIn("ko")).toBe("12월 3일");
  });

  it("fits into a sentence", () => {
    const inSentence = (at: string) => whenDueInSentence(at, NOW_MS, berlin, english);
    expect(inSentence("2026-11-25T10:00:00Z")).toBe("in 3 days");
    expect(inSentence("2026-12-03T10:00:00Z")).toBe("on 3 Dec");
  });
});
