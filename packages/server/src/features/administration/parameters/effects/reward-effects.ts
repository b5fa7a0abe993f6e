import type { Effects } from "./effects.ts";

/** Of reward and monitoring: objectiveWeights, reward, monitoring. */
export const rewardEffects: Effects = {
  "objectiveWeights.retention": [
    "Strategies that keep words remembered are preferred more.",
    "What is remembered later counts less for a strategy.",
  ],
  "objectiveWeights.accuracy": [
    "Strategies with more right answers are preferred more.",
    "Right answers count less for a strategy.",
  ],
  "objectiveWeights.speed": [
    "Strategies with quick answers are preferred more.",
    "Quick answers count less for a strategy.",
  ],
  "objectiveWeights.fatigue": [
    "Strategies that tire learners are avoided more.",
    "Fatigue counts less against a strategy.",
  ],
  "objectiveWeights.frustration": [
    "Strategies that frustrate learners are avoided more.",
    "Frustration counts less against a strategy.",
  ],
  "reward.speedRewardScale": [
    "Quick right answers earn a larger bonus.",
    "Quick right answers earn a smaller bonus.",
  ],
  "reward.fatiguePenaltyThreshold": [
    "Fatigue lowers the reward only when it is stronger.",
    "Lighter fatigue already lowers the reward.",
  ],
  "reward.fatiguePenaltyScale": [
    "Answers of tired learners earn less.",
    "Fatigue lowers the reward less.",
  ],
  "reward.frustrationPenaltyThreshold": [
    "Slightly low motivation already lowers the reward.",
    "Only very low motivation lowers the reward.",
  ],
  "reward.frustrationPenaltyScale": [
    "Low motivation lowers the reward more.",
    "Low motivation lowers the reward less.",
  ],
  "reward.expectedForgetCostWeight": [
    "Forgetting expected before the next review lowers the reward more.",
    "Forgetting expected before the next review lowers the reward less.",
  ],
  "reward.accuracyScale": ["Right answers earn more.", "Right answers earn less."],
  "reward.wrongPenalty": ["Wrong answers cost more.", "Wrong answers cost less."],
  "reward.rapidGuessPenalty": [
    "Wrong rapid guesses cost more besides.",
    "Wrong rapid guesses cost less besides.",
  ],
  "monitoring.sampleRate": [
    "More decisions are stored, so figures are more exact and the database grows faster.",
    "Fewer decisions are stored, so figures are rougher and the database grows more slowly.",
  ],
  "monitoring.calibrationWindow": [
    "A learner's calibration is measured over more answers, and reacts later.",
    "A learner's calibration is measured over fewer answers, and varies more.",
  ],
  "monitoring.eceAlert": [
    "Only worse calibration is reported as an anomaly.",
    "Slighter miscalibration is reported as an anomaly.",
  ],
  "monitoring.driftThreshold": [
    "Drift of predictions is reported later and less often by mistake.",
    "Drift of predictions is reported earlier and more often by mistake.",
  ],
  "monitoring.intervalJumpRatio": [
    "Only larger jumps of an interval are reported.",
    "Smaller jumps of an interval are reported.",
  ],
};
