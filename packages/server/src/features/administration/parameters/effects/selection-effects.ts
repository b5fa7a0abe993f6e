import type { Effects } from "./effects.ts";

/** Of the choice of words: wordSelector. */
export const selectionEffects: Effects = {
  "wordSelector.reviewUcbWeight": [
    "Words whose recall is uncertain are preferred more.",
    "Uncertainty matters less in the choice of words.",
  ],
  "wordSelector.reviewUcbMaxBonus": [
    "Uncertainty may raise a word's score further.",
    "Uncertainty cannot raise a word's score as far.",
  ],
  "wordSelector.newWordGaussianSigma": [
    "New words may be further from the target difficulty.",
    "New words keep closer to the target difficulty.",
  ],
  "wordSelector.errorProneBonus": [
    "Words failed in this session are asked again with more preference.",
    "Words failed in this session are preferred less.",
  ],
  "wordSelector.recentlyMasteredBonus": [
    "Recently mastered words are confirmed more often.",
    "Recently mastered words are confirmed less often.",
  ],
  "wordSelector.recallMasteredThreshold": [
    "Fewer mastered words come last, so more of them are asked.",
    "More mastered words come last, so fewer of them are asked.",
  ],
  "wordSelector.sigmoidSteepness": [
    "The risk bonus sets in more sharply at its threshold.",
    "The risk bonus sets in more gradually.",
  ],
  "wordSelector.spacingCooldownSecs": [
    "A word just asked stays away for longer.",
    "A word just asked may return sooner.",
  ],
  "wordSelector.confusionIsolationDampen": [
    "Look-alikes are kept apart less strictly.",
    "Look-alikes are kept apart more strictly.",
  ],
  "wordSelector.confusionMinScore": [
    "Only more similar words count as look-alikes.",
    "Less similar words count as look-alikes, too.",
  ],
  "wordSelector.horizonDays": [
    "Reviews that pay off later gain preference.",
    "Reviews that pay off soon gain preference.",
  ],
  "wordSelector.dueWeight": [
    "Due words come first more strictly.",
    "Being due matters less in the choice of words.",
  ],
  "wordSelector.masteredDueShare": [
    "More of the reviews may be mastered words.",
    "Fewer of the reviews may be mastered words.",
  ],
  "wordSelector.errorRepeatGap": [
    "A failed word returns after more other questions.",
    "A failed word returns after fewer other questions.",
  ],
  "wordSelector.failureTimeFactor": [
    "Words likely to fail are counted as more time, so they are preferred less.",
    "Words likely to fail are counted as less time.",
  ],
  "wordSelector.answerOverheadSecs": [
    "Differences in answer time matter less in the choice of words.",
    "Differences in answer time matter more in the choice of words.",
  ],
};
