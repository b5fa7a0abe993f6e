import { describe, expect, it } from "vitest";
import { defaultParameters } from "../parameters/parameters.ts";
import { START_MS } from "../testing/scripted-learner.ts";
import { createLearner } from "./create-learner.ts";
import { choosePreferredHours, closeSession, hourBoost } from "./habit.ts";
import { applyVisualFatigue, interventions } from "./intervention.ts";
import type { LearnerState } from "./learner-types.ts";

// What we check: how a finished session changes the habits, and which interventions a state causes.
const parameters = defaultParameters();
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const midnight = Math.floor(START_MS / DAY_MS) * DAY_MS;
const newLearner = createLearner(1, midnight);

function closed(
  learner: LearnerState,
  day: number,
  hour: number,
  minutes: number,
  raisedWords: number,
) {
  const startedAtMs = midnight + day * DAY_MS + hour * HOUR_MS;
  const summary = {
    startedAtMs,
    endedAtMs: startedAtMs + minutes * 60_000,
    accuracy: 0.8,
    avgResponseTimeMs: 3000,
    risenWords: raisedWords,
  };
  return closeSession(learner, summary, parameters);
}

describe("closeSession", () => {
  it("adopts the first sample of an hour and smooths later ones", () => {
    const once = closed(newLearner, 0, 9, 10, 20);
    const hour = once.habits.profile.temporalPerformance.hourlyStats[9];
    expect(hour).toEqual({
      sessionCount: 1,
      avgAccuracy: 0.8,
      avgResponseTimeMs: 3000,
      masteryEfficiency: 2,
    });
    const twice = closed(once, 1, 9, 10, 10).habits.profile.temporalPerformance;
    expect(twice.hourlyStats[9]?.masteryEfficiency).toBeCloseTo(2 - 0.3, 10);
    expect(twice.totalSessions).toBe(2);
  });

  it("uses the learner's local hour", () => {
    const away = { ...newLearner, utcOffsetMinutes: -300 };
    const stats = closed(away, 1, 2, 10, 1).habits.profile.temporalPerformance.hourlyStats;
    expect(stats[21]?.sessionCount).toBe(1);
  });

  it("learns the preferred hours from the fifth session on, unless they were chosen", () => {
    const hours = [7, 7, 22, 22, 13];
    const play = (start: LearnerState) =>
      hours.reduce((learner, hour, day) => closed(learner, day, hour, 12 + day, 5), start);
    const { profile } = play(newLearner).habits;
    expect(profile.preferredHours).toEqual([7, 13, 22]);
    expect(profile.medianSessionLengthMins).toBe(14);
    expect(profile.sessionsPerDay).toBeCloseTo(5 / 4.26, 1);
    const chosen = play(choosePreferredHours(newLearner, [5, 6])).habits.profile;
    expect(chosen.preferredHours).toEqual([5, 6]);
  });
});

describe("session lengths learned by closeSession", () => {
  const summary = { startedAtMs: midnight, accuracy: 1, avgResponseTimeMs: 3000, risenWords: 30 };
  const profileAfter = (hours: number, studiedMins: number) => {
    const endedAtMs = midnight + hours * HOUR_MS;
    const studiedMs = studiedMins * 60_000;
    return closeSession(newLearner, { ...summary, endedAtMs, studiedMs }, parameters).habits
      .profile;
  };

  it("leave out the pauses of a session left open overnight", () => {
    const { medianSessionLengthMins, temporalPerformance } = profileAfter(24, 15);
    expect(medianSessionLengthMins).toBe(15);
    expect(temporalPerformance.hourlyStats[0]?.masteryEfficiency).toBe(2);
  });

  it("stay in the range of what a learner may enter", () => {
    expect(profileAfter(1, 0.1).medianSessionLengthMins).toBe(1);
    expect(profileAfter(20, 600).medianSessionLengthMins).toBe(480);
    const rare = closed(closed(newLearner, 0, 9, 10, 1), 10, 9, 10, 1);
    expect(rare.habits.profile.sessionsPerDay).toBe(1);
  });
});

describe("hourBoost", () => {
  it("is 1 without data, and higher in hours that went well", () => {
    expect(hourBoost(newLearner, midnight, parameters)).toBe(1);
    let learner = newLearner;
    for (let day = 0; day < 10; day++) {
      learner = closed(closed(learner, day, 8, 10, 20), day, 20, 10, 5);
    }
    const morning = hourBoost(learner, midnight + 8 * HOUR_MS, parameters);
    const evening = hourBoost(learner, midnight + 20 * HOUR_MS, parameters);
    expect(morning).toBeGreaterThan(1.1);
    expect(evening).toBeLessThan(0.9);
    expect(hourBoost(learner, midnight + 3 * HOUR_MS, parameters)).toBe(1);
  });
});

describe("interventions", () => {
  const hints = (mood: Partial<LearnerState["mood"]>) =>
    interventions({ ...newLearner, mood: { ...newLearner.mood, ...mood } }, parameters);

  it("name each problem, or are a single continue", () => {
    expect(hints({})).toEqual([{ type: "continue", severity: "success" }]);
    expect(hints({ fatigue: 0.71, motivation: -0.31, attention: 0.29 })).toEqual([
      { type: "rest", severity: "warning" },
      { type: "encouragement", severity: "info" },
      { type: "focus", severity: "warning" },
    ]);
  });
});

describe("applyVisualFatigue", () => {
  it("blends the score into fatigue, and refuses a score out of range", () => {
    const tired = { ...newLearner, mood: { ...newLearner.mood, fatigue: 0.5 } };
    const { mood } = applyVisualFatigue(tired, 100, parameters);
    expect(mood.fatigue).toBeCloseTo(0.6 * 0.5 + 0.4, 12);
    expect(() => applyVisualFatigue(newLearner, 101, parameters)).toThrow(RangeError);
  });
});
