import type { Effects } from "./effects.ts";

/** shortTerm, grade, correction, fit, mastery, interval, interference, trace. */
export const recallEffects: Effects = {
  "shortTerm.bufferTauMinutes": [
    "Predictions stay high for longer after an answer.",
    "Predictions fall to the long-term curve sooner after an answer.",
  ],
  "shortTerm.bufferLevelSuccess": [
    "Recall right after a success is predicted higher.",
    "Recall right after a success is predicted lower.",
  ],
  "shortTerm.bufferLevelFailure": [
    "Recall right after a corrected failure is predicted higher.",
    "Recall right after a corrected failure is predicted lower.",
  ],
  "shortTerm.encodeFirstSuccess": [
    "The same-day curve is trusted more after a first success.",
    "The same-day curve is trusted less after a first success.",
  ],
  "shortTerm.encodeFirstFailure": [
    "The same-day curve is trusted more after a first failure.",
    "The same-day curve is trusted less after a first failure.",
  ],
  "shortTerm.encodeLapse": [
    "More of the trust in the same-day curve survives a lapse.",
    "Less of the trust in the same-day curve survives a lapse.",
  ],
  "shortTerm.tauGrowth": [
    "Each further success of the day makes short-term memory last longer.",
    "Further successes of the day prolong short-term memory less.",
  ],
  "shortTerm.encodeGain": [
    "Each further success of the day adds more trust in the same-day curve.",
    "Each further success of the day adds less trust in the same-day curve.",
  ],
  "grade.hardZ": [
    "Only slower successes count as hard, so more intervals grow at the usual rate.",
    "More successes count as hard, so more intervals grow slowly.",
  ],
  "grade.easyZ": [
    "More successes count as easy, so more intervals grow fast.",
    "Only faster successes count as easy.",
  ],
  "grade.softness": [
    "Answer times near a boundary count partly as both grades.",
    "The boundaries between grades are sharper.",
  ],
  "correction.cap": [
    "A learner's own answers may shift predicted recall further.",
    "A learner's own answers shift predicted recall less.",
  ],
  "correction.priorSd": [
    "The correction follows a learner's answers more readily.",
    "The correction needs more answers before it departs from the common curve.",
  ],
  "correction.biasPriorSd": [
    "A learner's overall recall is adjusted more readily.",
    "A learner's overall recall is adjusted only with more evidence.",
  ],
  "correction.slopeMin": [
    "The corrected curve keeps more of its steepness.",
    "The correction may flatten the curve further.",
  ],
  "correction.memoryFactor": [
    "The correction remembers old answers longer.",
    "The correction follows recent answers more.",
  ],
  "correction.binnedShare": [
    "More of the correction comes from counts of similar answers.",
    "More of the correction comes from the fitted coefficients.",
  ],
  "correction.weightLastTime": [
    "A slow last answer lowers predicted recall less; above 0 it raises it.",
    "A slow last answer lowers predicted recall more.",
  ],
  "correction.weightRecentTime": [
    "Three slow answers raise predicted recall more.",
    "Three slow answers raise predicted recall less; below 0 they lower it.",
  ],
  "correction.weightLastWrong": [
    "A wrong last answer raises predicted recall beyond the curve.",
    "A wrong last answer lowers predicted recall beyond the curve.",
  ],
  "correction.weightFailureShare": [
    "Frequent failures lower predicted recall less; above 0 they raise it.",
    "Frequent failures lower predicted recall more.",
  ],
  "correction.weightTodayAccuracy": [
    "A good day so far raises predicted recall more.",
    "A good day so far raises predicted recall less; below 0 it lowers it.",
  ],
  "correction.weightRecentAccuracy": [
    "Good recent accuracy raises predicted recall.",
    "Good recent accuracy lowers predicted recall.",
  ],
  "fit.minReviews": [
    "Learners get weights of their own after more reviews.",
    "Learners get weights of their own after fewer reviews, from less evidence.",
  ],
  "fit.fullFitReviews": [
    "All weights are fitted only after more reviews.",
    "All weights are fitted after fewer reviews, from less evidence.",
  ],
  "fit.growthRatio": [
    "Weights are fitted again less often.",
    "Weights are fitted again more often, which takes more computing time.",
  ],
  "fit.shrinkage": [
    "Fitted weights stay closer to the common ones.",
    "Fitted weights follow the learner's history more closely.",
  ],
  "fit.recencyFloor": ["Old reviews count more in a fit.", "Old reviews count less in a fit."],
  "fit.recencyPower": [
    "A fit concentrates on the latest reviews.",
    "A fit weights reviews more evenly over time.",
  ],
  "fit.maxIterations": [
    "A fit may take more steps and more computing time.",
    "A fit stops earlier, perhaps before its best weights.",
  ],
  "mastery.guessChoice": [
    "A right choice among options proves less.",
    "A right choice among options proves more.",
  ],
  "mastery.guessTyped": ["A right typed answer proves less.", "A right typed answer proves more."],
  "mastery.slip": [
    "A wrong answer says less against knowing the word.",
    "A wrong answer says more against knowing the word.",
  ],
  "mastery.firstPrior": [
    "Words are more often taken as known before they were asked.",
    "Words are less often taken as known before they were asked.",
  ],
  "mastery.firstFeedback": [
    "Seeing the answer once counts as learning more words.",
    "Seeing the answer once counts as learning fewer words.",
  ],
  "interval.loadBalanceShare": [
    "Due dates move further to even out busy days.",
    "Due dates keep closer to the computed day; 0 moves only those of solved schedules.",
  ],
  "interference.weight": [
    "Recently studied look-alikes lower predicted recall more.",
    "Recently studied look-alikes matter less; 0 ignores them.",
  ],
  "trace.transfer": [
    "Practice in one question mode helps the others more.",
    "Question modes are learned more separately.",
  ],
};
