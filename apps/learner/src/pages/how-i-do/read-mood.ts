import type { UserState } from "@wordloom/contract";
import type { Suggestion } from "../../server-state/study-words.ts";

/** What the engine estimates about a learner, in the order in which it is told. */
export const moodParts = ["attention", "fatigue", "motivation", "confidence"] as const;
export type MoodPart = (typeof moodParts)[number];

/** Three steps in words; a number would look more exact than an estimate is. */
export type MoodLevel = "low" | "middle" | "high";

/** From here on an estimate counts as high, or at least as middling. */
const BOUNDS: Readonly<Record<MoodPart, readonly [middle: number, high: number]>> = {
  attention: [0.4, 0.65],
  fatigue: [0.3, 0.7],
  motivation: [-0.3, 0.25],
  confidence: [0.3, 0.7],
};

/**
 * The estimates in words. Where the service suggests something, its own limits decide, because the
 * operator may have set others.
 */
export function readMood(
  state: Pick<UserState, MoodPart>,
  suggestions: readonly Suggestion[],
): Readonly<Record<MoodPart, MoodLevel>> {
  const levelOf = (part: MoodPart): MoodLevel => {
    const [middle, high] = BOUNDS[part];
    if (state[part] >= high) return "high";
    return state[part] >= middle ? "middle" : "low";
  };
  const notYet = (level: MoodLevel, extreme: MoodLevel): MoodLevel =>
    level === extreme ? "middle" : level;
  const has = (suggestion: Suggestion) => suggestions.includes(suggestion);
  return {
    attention: has("focus") ? "low" : notYet(levelOf("attention"), "low"),
    fatigue: has("rest") ? "high" : notYet(levelOf("fatigue"), "high"),
    motivation: has("encouragement") ? "low" : notYet(levelOf("motivation"), "low"),
    confidence: levelOf("confidence"),
  };
}
