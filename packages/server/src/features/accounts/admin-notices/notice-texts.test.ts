import { noticeSentences } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { inEnglish } from "../../../platform/basics/english.ts";
import { sampleSentences } from "../../../testing/sample-sentences.ts";
import { noticeTexts, type NoticeSentence } from "./notice-texts.ts";

describe("the English of a notice", () => {
  it.each(sampleSentences(noticeSentences))("says what $code is about", ({ code, args }) => {
    const { title, message } = inEnglish(noticeTexts, { code, args } as NoticeSentence);
    expect(title).toMatch(/^\S.{5,80}$/);
    const numbers = Object.values(args).filter((value) => typeof value === "number");
    for (const value of numbers) expect(`${title} ${message}`).toContain(String(value));
    expect(`${title} ${message}`).not.toMatch(/undefined|NaN|\[object/);
  });

  it("says one of a thing in the singular", () => {
    const [stale] = sampleSentences({ backup_stale: noticeSentences.backup_stale });
    const hour = { ...stale, args: { ageHours: 1 } } as unknown as NoticeSentence;
    expect(inEnglish(noticeTexts, hour).message).toContain(" 1 hour old.");
  });

  it("omits the duration of requests in a week without requests", () => {
    const [week] = sampleSentences({ week_was_well: noticeSentences.week_was_well });
    const idle = { code: "week_was_well", args: { ...week?.args, requests: 0, p95Ms: 0 } };
    expect(inEnglish(noticeTexts, idle as unknown as NoticeSentence).message).not.toContain("95 %");
  });
});
