import type { Effects } from "./effects.ts";

/** Of sessions: constraints, intervention, learningStrategy. */
export const sessionEffects: Effects = {
  "constraints.highFatigueThreshold": [
    "The caps for tired learners apply only at more fatigue.",
    "The caps for tired learners apply at less fatigue.",
  ],
  "constraints.lowAttentionThreshold": [
    "Learners stop getting new words at higher attention.",
    "Learners get new words down to lower attention.",
  ],
  "constraints.lowMotivationThreshold": [
    "Sessions are eased at higher motivation.",
    "Sessions are eased only at lower motivation.",
  ],
  "constraints.maxBatchSizeWhenFatigued": [
    "Tired learners may get longer batches.",
    "Tired learners get shorter batches.",
  ],
  "constraints.maxNewRatioWhenFatigued": [
    "Tired learners may get more new words.",
    "Tired learners get fewer new words.",
  ],
  "constraints.maxDifficultyWhenFatigued": [
    "Tired learners may get harder words.",
    "Tired learners get easier words.",
  ],
  "constraints.lowMotivationDifficultyDrop": [
    "Learners with low motivation get easier words.",
    "Low motivation eases words less.",
  ],
  "constraints.lowMotivationRatioDrop": [
    "Learners with low motivation get fewer new words.",
    "Low motivation reduces new words less.",
  ],
  "constraints.minDifficulty": [
    "Words are never eased as far for low motivation.",
    "Words may be eased further for low motivation.",
  ],
  "intervention.fatigueAlertThreshold": [
    "A rest is suggested only at more fatigue.",
    "A rest is suggested at less fatigue.",
  ],
  "intervention.motivationAlertThreshold": [
    "Learners are encouraged at higher motivation.",
    "Learners are encouraged only at lower motivation.",
  ],
  "intervention.attentionAlertThreshold": [
    "Learners are asked to focus at higher attention.",
    "Learners are asked to focus only at lower attention.",
  ],
  "learningStrategy.crossSessionHighAccuracy": [
    "The last session must have been more accurate to count as good.",
    "The last session counts as good at a lower accuracy.",
  ],
  "learningStrategy.crossSessionMediumAccuracy": [
    "The last session must have been more accurate to count as fair.",
    "The last session counts as fair at a lower accuracy.",
  ],
  "learningStrategy.crossSessionHighDifficulty": [
    "Sessions after a good one start harder.",
    "Sessions after a good one start easier.",
  ],
  "learningStrategy.crossSessionMediumDifficulty": [
    "Sessions after a fair one start harder.",
    "Sessions after a fair one start easier.",
  ],
  "learningStrategy.crossSessionLowDifficulty": [
    "Sessions after a bad one start harder.",
    "Sessions after a bad one start easier.",
  ],
  "learningStrategy.sessionBoostAccuracy": [
    "A session gets harder only at a higher accuracy.",
    "A session gets harder at a lower accuracy.",
  ],
  "learningStrategy.sessionDropAccuracy": [
    "A session gets easier already at a higher accuracy.",
    "A session gets easier only at a lower accuracy.",
  ],
  "learningStrategy.difficultyBoostStep": [
    "Sessions that go well get harder in larger steps.",
    "Sessions that go well get harder in smaller steps.",
  ],
  "learningStrategy.difficultyDropStep": [
    "Sessions that go badly get easier in larger steps.",
    "Sessions that go badly get easier in smaller steps.",
  ],
  "learningStrategy.ratioBoostStep": [
    "Sessions that go well gain more new words.",
    "Sessions that go well gain fewer new words.",
  ],
  "learningStrategy.ratioDropStep": [
    "Sessions that go badly lose more new words.",
    "Sessions that go badly lose fewer new words.",
  ],
  "learningStrategy.sprintMasteryRatio": [
    "The final sprint begins closer to the goal.",
    "The final sprint begins earlier.",
  ],
  "learningStrategy.sprintNewRatio": [
    "The final sprint brings more new words.",
    "The final sprint brings fewer new words.",
  ],
  "learningStrategy.fatigueBatchScale": [
    "Batches are shortened less for learners reported tired or distracted.",
    "Batches are shortened more for learners reported tired or distracted.",
  ],
  "learningStrategy.fatigueDifficultyDrop": [
    "Learners reported tired or distracted get easier words.",
    "Being reported tired or distracted eases words less.",
  ],
};
