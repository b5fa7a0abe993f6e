import type { Effects } from "./effects.ts";

/** Of the strategy voters: featureFlags, ensemble, heuristic, ige, swd, credit. */
export const voterEffects: Effects = {
  "featureFlags.ensembleEnabled": [
    "Strategies are blended from the proposals of all voters.",
    "Strategies follow only the most trusted voter.",
  ],
  "featureFlags.heuristicEnabled": [
    "The fixed rules take part in choosing strategies.",
    "The fixed rules no longer propose strategies.",
  ],
  "featureFlags.igeEnabled": [
    "The bandit takes part and explores strategies that may pay off.",
    "The bandit no longer proposes strategies, and exploration ends.",
  ],
  "featureFlags.swdEnabled": [
    "Strategies that worked in similar states are proposed again.",
    "Past batches no longer influence the choice of strategies.",
  ],
  "featureFlags.sspEnabled": [
    "Recall targets come from the optimal-interval policy, word by word.",
    "All words get the one fixed recall target.",
  ],
  "featureFlags.confusionIsolationEnabled": [
    "Words that look alike are kept apart within a batch.",
    "Words that look alike may be asked next to each other.",
  ],
  "featureFlags.multiTraceEnabled": [
    "Each question mode of a word is remembered and scheduled by its own memory.",
    "All question modes of a word share one memory.",
  ],
  "featureFlags.shortTermEnabled": [
    "Predictions within a day add the short-term memory of recent answers.",
    "Predictions within a day use only the long-term curve.",
  ],
  "featureFlags.correctionEnabled": [
    "Each learner's own answers correct the predicted recall.",
    "Predicted recall stays as the curve gives it, for all learners alike.",
  ],
  "featureFlags.personalWeightsEnabled": [
    "Learners with enough history are scheduled by weights fitted to them.",
    "All learners are scheduled by the common weights.",
  ],
  "ensemble.baseWeightHeuristic": [
    "The fixed rules decide more of a strategy before trust is earned.",
    "The fixed rules decide less of a strategy before trust is earned.",
  ],
  "ensemble.baseWeightIge": [
    "The bandit decides more of a strategy before trust is earned.",
    "The bandit decides less of a strategy before trust is earned.",
  ],
  "ensemble.baseWeightSwd": [
    "The history voter decides more of a strategy before trust is earned.",
    "The history voter decides less of a strategy before trust is earned.",
  ],
  "ensemble.warmupSamples": [
    "Trust in the voters begins to count after more credited batches.",
    "Trust in the voters begins to count after fewer credited batches.",
  ],
  "ensemble.blendScale": [
    "Earned trust takes over from the base weights more slowly.",
    "Earned trust takes over from the base weights sooner.",
  ],
  "ensemble.blendMax": [
    "Earned trust may decide a larger share of the voters' weights.",
    "Base weights keep a larger share of the decision for good.",
  ],
  "ensemble.minWeight": [
    "Voters that did badly keep more influence.",
    "Voters that did badly lose more of their influence.",
  ],
  "ensemble.warmupHeuristicBoost": [
    "The fixed rules lead more clearly during the warm-up.",
    "The other voters have more say during the warm-up.",
  ],
  "heuristic.coldStartEventThreshold": [
    "New learners keep the beginner's strategy for more answers.",
    "New learners leave the beginner's strategy after fewer answers.",
  ],
  "heuristic.coldStartDifficulty": [
    "The rules propose harder words to beginners.",
    "The rules propose easier words to beginners.",
  ],
  "heuristic.coldStartBatchSize": [
    "The rules propose longer batches to beginners.",
    "The rules propose shorter batches to beginners.",
  ],
  "heuristic.coldStartNewRatio": [
    "The rules propose more new words to beginners.",
    "The rules propose fewer new words to beginners.",
  ],
  "heuristic.accuracySpeedDifficultyBoost": [
    "Fast, accurate learners are led to harder words in larger steps.",
    "Fast, accurate learners are led to harder words in smaller steps.",
  ],
  "heuristic.lowAccuracyDifficultyDrop": [
    "Learners below the target accuracy get easier words in larger steps.",
    "Learners below the target accuracy get easier words in smaller steps.",
  ],
  "heuristic.lowAccuracyRatioDrop": [
    "Learners below the target accuracy lose more of their new words.",
    "Learners below the target accuracy keep more of their new words.",
  ],
  "heuristic.confidenceBase": [
    "The fixed rules start with more say among the voters.",
    "The fixed rules start with less say among the voters.",
  ],
  "heuristic.confidenceDecayScale": [
    "The fixed rules keep their say for more answers.",
    "The fixed rules give way to the learning voters sooner.",
  ],
  "heuristic.targetSuccess": [
    "The rules ease a strategy already at a higher accuracy, so answers are right more often.",
    "The rules tolerate more wrong answers before they ease a strategy.",
  ],
  "ige.ucbConfidenceCoeff": [
    "The bandit tries uncertain strategies more often.",
    "The bandit keeps more to what has paid off so far.",
  ],
  "ige.difficultyBinCount": [
    "The bandit tells finer levels of difficulty apart, and learns each more slowly.",
    "The bandit uses coarser levels of difficulty, and learns each faster.",
  ],
  "ige.ratioBinCount": [
    "The bandit tells finer shares of new words apart, and learns each more slowly.",
    "The bandit uses coarser shares of new words, and learns each faster.",
  ],
  "ige.intervalScaleSpread": [
    "The bandit may stretch and shrink intervals further.",
    "The bandit keeps intervals closer to what memory asks for.",
  ],
  "ige.priorPrecision": [
    "The bandit needs more batches before it departs from its neutral start.",
    "The bandit follows the first batches more readily.",
  ],
  "ige.memoryFactor": [
    "The bandit remembers old batches longer and adapts to change more slowly.",
    "The bandit forgets old batches sooner and adapts to change faster.",
  ],
  "swd.maxHistorySize": [
    "The history voter compares with more past batches.",
    "The history voter compares with the latest batches only.",
  ],
  "swd.historyFilterThreshold": [
    "Only batches with a better reward are proposed again.",
    "Batches with a worse reward may be proposed again, too.",
  ],
  "swd.fallbackConfidence": [
    "The history voter has more say while it has no history.",
    "The history voter has less say while it has no history.",
  ],
  "swd.halfLifeDays": [
    "Old batches keep their weight for longer in the history voter.",
    "Recent batches dominate the history voter more strongly.",
  ],
  "swd.bandwidth": [
    "Less similar states count as a precedent.",
    "Only very similar states count as a precedent.",
  ],
  "credit.horizonDays": [
    "Batches wait longer for their reviews before they are credited.",
    "Batches are credited sooner, more often without all of their reviews.",
  ],
  "credit.reviewShare": [
    "Strategies are judged more by what is remembered later.",
    "Strategies are judged more by the session itself.",
  ],
};
