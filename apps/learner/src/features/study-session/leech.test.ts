import { describe, expect, it } from "vitest";
import { isLeech, isLeechMark, lapsesOf } from "./leech.ts";
import type { Answered, SessionState } from "./session-state.ts";
import { studyWord } from "./testing/study-words.ts";

describe("a leech", () => {
  it("is marked at 8 lapses, then at every fourth", () => {
    const all = Array.from({ length: 21 }, (_, lapses) => lapses);
    expect(all.filter(isLeechMark)).toEqual([8, 12, 16, 20]);
    expect(all.filter(isLeech)).toEqual(all.slice(8));
  });

  it("is detected from the service's count plus the misses of the session", () => {
    const entry = { ...studyWord("w1", {}), lapses: 7 };
    const miss = { wordId: "w1", isCorrect: false } as Answered;
    const history = [miss, { ...miss, isCorrect: true }, { ...miss, wordId: "w2" }];
    expect(lapsesOf({ history } as unknown as SessionState, entry)).toBe(8);
  });

  it("is not detected when an older app version stored no count", () => {
    const { lapses: _, ...entry } = studyWord("w1", {});
    const history = [{ wordId: "w1", isCorrect: false }];
    expect(isLeechMark(lapsesOf({ history } as never, entry as never))).toBe(false);
  });
});
