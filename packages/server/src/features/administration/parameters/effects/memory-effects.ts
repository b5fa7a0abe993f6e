import type { Effects } from "./effects.ts";

/** Of memory and its scheduling, without the weights: memoryModel. */
export const memoryEffects: Effects = {
  "memoryModel.masteryCompositeThreshold": [
    "Words must be stronger to count as mastered.",
    "Weaker words count as mastered.",
  ],
  "memoryModel.masteryAccuracyThreshold": [
    "Words need better recent accuracy to count as mastered.",
    "Words with worse recent accuracy count as mastered.",
  ],
  "memoryModel.masteryStreakThreshold": [
    "Words need more spaced right answers in a row to count as mastered.",
    "Words need fewer spaced right answers in a row to count as mastered.",
  ],
  "memoryModel.reviewingThreshold": [
    "Words stay in learning until they are stronger.",
    "Words move to reviewing while they are weaker.",
  ],
  "memoryModel.recallRiskBonus": [
    "Words at risk of being forgotten are preferred more.",
    "Words at risk of being forgotten are preferred less.",
  ],
  "memoryModel.recallRiskThreshold": [
    "Words count as at risk at a higher recall.",
    "Words count as at risk only at a lower recall.",
  ],
  "memoryModel.baseDesiredRetention": [
    "Words are reviewed earlier: more is remembered, with more reviews.",
    "Words are reviewed later: fewer reviews, and more is forgotten in between.",
  ],
  "memoryModel.masteryWindowSize": [
    "A word's accuracy covers more of its answers and changes more slowly.",
    "A word's accuracy covers only its latest answers.",
  ],
  "memoryModel.streakMinGapMs": [
    "Right answers must be further apart to count for a streak.",
    "Right answers close together count for a streak.",
  ],
  "memoryModel.forgettingCurveFloor": [
    "Predicted recall stays higher after a long pause.",
    "Predicted recall falls further after a long pause.",
  ],
  "memoryModel.alphaScale": [
    "More of each computed change is applied to the memory.",
    "Less of each computed change is applied to the memory, so it reacts more slowly.",
  ],
  "memoryModel.alphaMin": [
    "At least this larger share of each change reaches the memory.",
    "Changes of the memory may be weakened further.",
  ],
  "memoryModel.alphaMax": [
    "Changes may reach the memory in full.",
    "Changes of the memory are limited to a smaller share.",
  ],
  "memoryModel.alphaRampTau": [
    "Successes come to be trusted in full only after more answers.",
    "Successes are trusted in full after fewer answers.",
  ],
  "memoryModel.alphaLapseRampTau": [
    "Lapses come to be trusted in full only after more lapses.",
    "Lapses are trusted in full after fewer lapses.",
  ],
  "memoryModel.alphaRampStart": [
    "The first answers change a memory more while a ramp is on.",
    "The first answers change a memory less while a ramp is on.",
  ],
  "memoryModel.forgettingThreshold": [
    "Words count as forgotten at a higher recall.",
    "Words count as forgotten only at a lower recall.",
  ],
  "memoryModel.gspSuccessGrade": [
    "Every success counts as easy, so intervals grow faster.",
    "The answer itself decides how easy a success was.",
  ],
  "memoryModel.gspIntervalCapDays": [
    "Intervals may become longer under this cap; only 0 removes it.",
    "Intervals are cut earlier; 0 removes the cap.",
  ],
  "memoryModel.gspGraduationStreak": [
    "Words need more right answers in a row to graduate.",
    "Words graduate after fewer right answers in a row; 0 switches graduation off.",
  ],
  "memoryModel.gspGraduationFloorDays": [
    "Graduated words return later at the earliest.",
    "Graduated words may return sooner.",
  ],
  "memoryModel.gspYoungRetention": [
    "Words that are not yet stable are reviewed earlier.",
    "Words that are not yet stable are reviewed later; 0 gives them the base target.",
  ],
  "memoryModel.gspMatureRetention": [
    "Stable words are reviewed earlier.",
    "Stable words are reviewed later; 0 gives them the base target.",
  ],
  "memoryModel.gspMaturityBandDays": [
    "Words count as stable only from a higher stability.",
    "Words count as stable earlier; 0 makes no difference between words.",
  ],
  "memoryModel.gspIntervalFuzz": [
    "Due dates are spread further around the computed day.",
    "Due dates keep closer to the computed day.",
  ],
  "memoryModel.gspRetireAfterReviews": [
    "Graduated words need more reviews before they retire.",
    "Graduated words retire after fewer reviews; 0 switches retirement off.",
  ],
  "memoryModel.gspRetireIntervalDays": [
    "Retired words return after a longer time.",
    "Retired words return sooner.",
  ],
  "memoryModel.gspRetireMinStability": [
    "Only more stable words retire.",
    "Less stable words retire, too.",
  ],
  "memoryModel.gspRetireMinStreak": [
    "Words need a longer streak to retire.",
    "Words retire with a shorter streak.",
  ],
  "memoryModel.difficultyLogitWeight": [
    "Difficult words are shown with lower recall, easy ones with higher.",
    "Difficulty matters less for the recall shown; 0 ignores it.",
  ],
  "memoryModel.difficultyLogitRef": [
    "The shift by difficulty raises recall shown for more words.",
    "The shift by difficulty lowers recall shown for more words.",
  ],
  "memoryModel.predLogitBaseScale": [
    "Recall shown moves away from one half: high becomes higher, low lower.",
    "Recall shown moves towards one half.",
  ],
  "memoryModel.predLogitIntercept": ["All recall shown is higher.", "All recall shown is lower."],
  "memoryModel.predLogitReviewCountWeight": [
    "Words with many reviews are shown with higher recall.",
    "The number of reviews raises recall shown less.",
  ],
  "memoryModel.coldStartLenRef": [
    "Only longer words count as long on first sight.",
    "Shorter words already count as long on first sight.",
  ],
  "memoryModel.coldStartLenScale": [
    "Each further letter changes the start of a new word less.",
    "Each further letter changes the start of a new word more.",
  ],
  "memoryModel.coldStartExtdRef": [
    "New words count as hard only from a higher given difficulty.",
    "New words count as hard from a lower given difficulty.",
  ],
  "memoryModel.coldStartDLenWeight": [
    "Long new words start as more difficult.",
    "Length raises the starting difficulty less; below 0 it lowers it.",
  ],
  "memoryModel.coldStartDMorphWeight": [
    "Familiar word parts lower the starting difficulty of a new word.",
    "Familiar word parts lower the starting difficulty less; below 0 they raise it.",
  ],
  "memoryModel.coldStartDExtdWeight": [
    "New words with a high given difficulty start as more difficult.",
    "The given difficulty raises the starting difficulty less; below 0 it lowers it.",
  ],
  "memoryModel.coldStartSLenWeight": [
    "Long new words start with less stability and return sooner.",
    "Length lowers the starting stability less; below 0 it raises it.",
  ],
  "memoryModel.coldStartSMorphWeight": [
    "Familiar word parts raise the starting stability of a new word.",
    "Familiar word parts raise the starting stability less; below 0 they lower it.",
  ],
  "memoryModel.coldStartSExtdWeight": [
    "New words with a high given difficulty start with less stability and return sooner.",
    "The given difficulty lowers the starting stability less; below 0 it raises it.",
  ],
  "memoryModel.retentionMin": [
    "No word is scheduled for a recall as low as before.",
    "Words may be scheduled for a lower recall.",
  ],
  "memoryModel.retentionMax": [
    "Words may be scheduled for a higher recall.",
    "No word is scheduled for a recall as high as before.",
  ],
  "memoryModel.maxIntervalDays": [
    "Well-known words may rest longer.",
    "Well-known words return more often.",
  ],
  "memoryModel.minIntervalSecs": [
    "Words return after a longer time at the earliest.",
    "Words may return sooner.",
  ],
  "memoryModel.sameDayMaxHours": [
    "Reviews further apart still follow the same-day rule.",
    "Reviews follow the usual rule after fewer hours.",
  ],
  "memoryModel.compositeDivisorDays": [
    "A word needs more stability to count as strong.",
    "A word counts as strong with less stability.",
  ],
};
