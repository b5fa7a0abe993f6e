import type { TodayReason } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import type { Translator } from "../../text/use-text.ts";
import type { TodayPortion } from "./gentle-portion.ts";
import { reasonsOf } from "./today-reason-text.ts";

const t = ((key: string) => key) as Translator["t"];
const latest = { answers: 20, correct: 12 };

/** Keys of the sentences about a plan of so many words. */
function saidOf(reason: TodayReason, { due = 5, fresh = 10 } = {}): string[] {
  const plan = { due, new: fresh, dailyTarget: 10, engine: { reason } };
  return reasonsOf(plan as TodayPortion, { t });
}

describe("the reason on Today", () => {
  it.each(["many_slips", "quick_and_sure"] as const)(
    "is %s only where new words are planned, whose choice it changes",
    (code) => {
      expect(saidOf({ code, params: latest })).toEqual([`today.reason_${code}`]);
      expect(saidOf({ code, params: latest }, { fresh: 0 })).toEqual([]);
    },
  );

  it("promises a gentle start only of a small plan", () => {
    const away = { code: "long_break", params: { days: 9 } } as const;
    expect(saidOf(away)).toEqual(["today.reason_long_break"]);
    expect(saidOf(away, { due: 300 })).toEqual(["today.reason_long_break_full"]);
    expect(saidOf(away, { due: 15, fresh: 50 })).toEqual([]);
  });

  it("is said of the learner, whatever is planned, after a tiring or a distracted day", () => {
    const tired = { code: "tired_lately", params: { fatigue: 0.8 } } as const;
    const distracted = { code: "distracted_lately", params: { attention: 0.2 } } as const;
    expect(saidOf(tired, { fresh: 0 })).toEqual(["today.reason_tired_lately"]);
    expect(saidOf(distracted, { fresh: 0 })).toEqual(["today.reason_distracted_lately"]);
  });
});
