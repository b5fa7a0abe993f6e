import type { Effects } from "./effects.ts";

/** modeling, feature, responseTime, fatigueDecay, coldStart, elo. */
export const learnerEffects: Effects = {
  "modeling.attentionSmoothing": [
    "Attention follows the latest answer more closely.",
    "Attention changes more slowly from answer to answer.",
  ],
  "modeling.confidenceDecay": [
    "What is known about a learner's ability lasts longer, so confidence rises higher.",
    "Older answers say less about ability, so confidence stays lower.",
  ],
  "modeling.minConfidence": [
    "Confidence starts higher and never falls as low.",
    "Confidence starts lower and may fall further.",
  ],
  "modeling.fatigueIncreaseRate": [
    "Learners count as tired after less active time.",
    "Learners count as tired only after more active time.",
  ],
  "modeling.motivationMomentum": [
    "Motivation follows the latest answer more closely.",
    "Motivation changes more slowly from answer to answer.",
  ],
  "modeling.visualFatigueWeight": [
    "Eye strain reported by the app moves fatigue further.",
    "Eye strain reported by the app matters less.",
  ],
  "modeling.fatigueQuitIncrease": [
    "Quitting makes a learner count as more tired.",
    "Quitting says less about fatigue.",
  ],
  "modeling.engagementPausePenalty": [
    "Each pause lowers attention further.",
    "Each pause lowers attention less.",
  ],
  "modeling.engagementSwitchPenalty": [
    "Each switch to another app lowers attention further.",
    "Each switch to another app lowers attention less.",
  ],
  "modeling.engagementFocusLossBaseMs": [
    "It takes a longer loss of focus to lower attention as far.",
    "A shorter loss of focus already lowers attention as far.",
  ],
  "modeling.cognitiveProfileAlpha": [
    "Memory, speed and stability of the profile follow recent answers faster.",
    "Memory, speed and stability of the profile change more slowly.",
  ],
  "modeling.trendAlpha": [
    "Trends are measured against a shorter past.",
    "Trends are measured against a longer past.",
  ],
  "modeling.trendFastAlpha": [
    "Trends react to fewer of the latest answers.",
    "Trends react to more of the latest answers, and later.",
  ],
  "modeling.trendGain": [
    "Small changes already show as strong trends.",
    "Only large changes show as strong trends.",
  ],
  "modeling.fatigueSlowdownGain": [
    "Slow answers raise fatigue more.",
    "Slow answers raise fatigue less.",
  ],
  "modeling.fatigueErrorGain": [
    "Unexpected errors raise fatigue more.",
    "Unexpected errors raise fatigue less.",
  ],
  "modeling.motivationRunBonus": [
    "A run of right answers raises motivation more.",
    "A run of right answers raises motivation less.",
  ],
  "modeling.confidenceHalfInformation": [
    "More answers are needed until confidence is high.",
    "Fewer answers are needed until confidence is high.",
  ],
  "modeling.confidenceCalibrationWeight": [
    "Wrong predictions lower confidence more.",
    "Wrong predictions lower confidence less.",
  ],
  "modeling.attentionLapseZ": [
    "Only much slower answers count as a lapse of attention.",
    "Moderately slow answers already count as a lapse of attention.",
  ],
  "modeling.attentionLapsePenalty": [
    "A lapse lowers attention further.",
    "A lapse lowers attention less.",
  ],
  "feature.hintPenalty": [
    "Right answers with a hint earn less reward.",
    "Right answers with a hint earn nearly as much reward as without.",
  ],
  "feature.motivationPositiveSignal": [
    "Right answers lead motivation to a higher level.",
    "Right answers lead motivation to a lower level.",
  ],
  "feature.motivationNegativeSignal": [
    "Wrong answers lower motivation less.",
    "Wrong answers lower motivation further.",
  ],
  "feature.temporalProfileAlpha": [
    "Hourly habits follow the latest session faster.",
    "Hourly habits change more slowly.",
  ],
  "feature.temporalBoostScale": [
    "Batches differ more between good and bad hours of the day.",
    "Batches differ less between good and bad hours of the day.",
  ],
  "feature.temporalBoostMin": [
    "Batches shrink less in a learner's worst hour.",
    "Batches may shrink further in a learner's worst hour.",
  ],
  "feature.temporalBoostMax": [
    "Batches may grow further in a learner's best hour.",
    "Batches grow less in a learner's best hour.",
  ],
  "feature.trustBaseLearningRate": [
    "Voters gain and lose trust faster.",
    "Voters gain and lose trust more slowly.",
  ],
  "responseTime.priorMedianMs": [
    "New learners are expected to answer more slowly.",
    "New learners are expected to answer faster.",
  ],
  "responseTime.priorLogSd": [
    "New learners' answer times are expected to vary more, so fewer stand out.",
    "New learners' answer times are expected to vary less, so more stand out.",
  ],
  "responseTime.priorStrength": [
    "A learner's own pace is trusted after more answers.",
    "A learner's own pace is trusted after fewer answers.",
  ],
  "responseTime.lengthLogSlope": [
    "Long words are allowed more time before an answer counts as slow.",
    "Long words are allowed less additional time.",
  ],
  "responseTime.adaptationRate": [
    "The usual pace follows a learner's latest answers faster.",
    "The usual pace follows a learner's latest answers more slowly.",
  ],
  "responseTime.clipMaxMs": [
    "Very long answer times count at more of their length.",
    "Long answer times are cut earlier.",
  ],
  "responseTime.rapidGuessRatio": [
    "More quick answers count as rapid guesses.",
    "Only extremely quick answers count as rapid guesses.",
  ],
  "fatigueDecay.fullResetThresholdSecs": [
    "Learners need a longer break to count as fully rested.",
    "Learners count as fully rested after a shorter break.",
  ],
  "fatigueDecay.decayStartThresholdSecs": [
    "Only longer breaks reduce fatigue.",
    "Shorter breaks reduce fatigue, too.",
  ],
  "fatigueDecay.decayTimeConstantSecs": [
    "Fatigue falls more slowly during a break.",
    "Fatigue falls faster during a break.",
  ],
  "coldStart.classifyToExploreEvents": [
    "The first phase of the cold start may last for more answers.",
    "The first phase of the cold start ends after fewer answers.",
  ],
  "coldStart.classifyToExploreConfidence": [
    "The first phase ends early only when ability is known more exactly.",
    "The first phase ends early at a rougher estimate of ability.",
  ],
  "coldStart.exploreToExploitEvents": [
    "The cold start may last for more answers in all.",
    "The cold start ends after fewer answers in all.",
  ],
  "coldStart.abilityPriorSd": [
    "Newcomers are expected to differ more in ability.",
    "Newcomers are expected to be more alike in ability.",
  ],
  "elo.kFactor": ["Ratings move further with each answer.", "Ratings move less with each answer."],
  "elo.noviceKMultiplier": [
    "Newcomers' ratings move further with each answer.",
    "Newcomers' ratings move less with each answer.",
  ],
  "elo.noviceGameThreshold": [
    "Learners count as newcomers for more answers.",
    "Learners count as newcomers for fewer answers.",
  ],
  "elo.defaultElo": [
    "New learners and words start with a higher rating.",
    "New learners and words start with a lower rating.",
  ],
  "elo.zpdOptimalOffset": [
    "New words are chosen harder relative to the learner.",
    "New words are chosen easier relative to the learner.",
  ],
  "elo.zpdGaussianSigma": [
    "New words may be further from the ideal difficulty.",
    "New words keep closer to the ideal difficulty.",
  ],
  "elo.minElo": ["Ratings cannot fall as far.", "Ratings may fall further."],
  "elo.maxElo": ["Ratings may rise further.", "Ratings cannot rise as far."],
  "elo.wordKFactorRatio": [
    "Word ratings follow single answers more closely.",
    "Word ratings change more slowly.",
  ],
  "elo.kDynamicEnabled": [
    "Rating steps grow with a steady trend of surprises and shrink without one.",
    "Rating steps do not depend on trends.",
  ],
  "elo.kTrendWeight": [
    "The trend behind dynamic steps follows the latest surprise faster.",
    "The trend behind dynamic steps changes more slowly.",
  ],
  "elo.kTrendGain": [
    "A trend of surprises enlarges dynamic steps more.",
    "A trend of surprises enlarges dynamic steps less.",
  ],
  "elo.kTrendDamp": [
    "Dynamic steps shrink more while there is no trend.",
    "Dynamic steps shrink less while there is no trend.",
  ],
  "elo.kMinFactor": ["Dynamic steps cannot shrink as far.", "Dynamic steps may shrink further."],
  "elo.kMaxFactor": ["Dynamic steps may grow further.", "Dynamic steps cannot grow as far."],
  "elo.parallelEloEnabled": [
    "Words are chosen by an older copy of their rating, so one answer cannot feed back.",
    "Words are chosen by their present rating.",
  ],
  "elo.parallelEloRefreshGames": [
    "The copy of the rating that chooses words is older.",
    "The copy of the rating that chooses words is refreshed more often.",
  ],
  "elo.memoryBlend": [
    "Expected scores of known words rest more on memory than on ratings.",
    "Expected scores of known words rest more on ratings than on memory.",
  ],
  "elo.evidenceFloor": [
    "Answers that were nearly certain move ratings more.",
    "Answers that were nearly certain hardly move ratings.",
  ],
};
