import { describe, expect, it } from "vitest";
import { readMood } from "./read-mood.ts";

const fresh = { attention: 0.7, fatigue: 0, motivation: 0, confidence: 0.1 };

describe("readMood", () => {
  it("says of a new learner that nothing stands out and little is known", () => {
    expect(readMood(fresh, [])).toEqual({
      attention: "high",
      fatigue: "low",
      motivation: "middle",
      confidence: "low",
    });
  });

  it("calls a learner tired, distracted or frustrated only where the service suggests so", () => {
    const worn = { attention: 0.2, fatigue: 0.9, motivation: -0.8, confidence: 0.8 };
    expect(readMood(worn, [])).toMatchObject({
      attention: "middle",
      fatigue: "middle",
      motivation: "middle",
    });
    expect(readMood(fresh, ["rest", "focus", "encouragement"])).toMatchObject({
      attention: "low",
      fatigue: "high",
      motivation: "low",
    });
  });
});
