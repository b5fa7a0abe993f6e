import { defineParameters } from "./define.ts";

/** Feature switches. A feature that is off does not change any result. */
export const featureFlags = defineParameters({
  ensembleEnabled: {
    default: true,
    note: "Blends the proposals of all strategy voters; off follows only the most trusted one.",
  },
  heuristicEnabled: {
    default: true,
    note: "Lets the fixed rules propose a strategy.",
  },
  igeEnabled: {
    default: true,
    note: "Lets the bandit propose what it expects to pay off.",
  },
  swdEnabled: {
    default: true,
    note: "Lets similar batches of the past propose a strategy.",
  },
  sspEnabled: {
    default: false,
    note: "Takes the recall target from the optimal-interval policy instead of one fixed value.",
  },
  confusionIsolationEnabled: {
    default: false,
    note: "Keeps confusable words apart when choosing.",
  },
  multiTraceEnabled: {
    default: false,
    note: "Remembers each question mode of a word separately.",
  },
  shortTermEnabled: {
    default: true,
    note: "Adds the short-term memory of the same day; off uses only the long-term curve.",
  },
  correctionEnabled: {
    default: true,
    note: "Lets the learner's own answers correct the curve; off uses the uncorrected curve.",
  },
  personalWeightsEnabled: {
    default: true,
    note: "Uses weights fitted to the learner if there are any; off uses the common w for all.",
  },
});
