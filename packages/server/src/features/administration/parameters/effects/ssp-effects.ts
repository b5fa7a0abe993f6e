import type { Effects } from "./effects.ts";

/** Of the optimal-interval policy: ssp. */
export const sspEffects: Effects = {
  "ssp.recallCost": [
    "The policy counts a success as more time, so it prefers fewer reviews.",
    "The policy counts a success as less time, so it prefers earlier reviews.",
  ],
  "ssp.forgetCost": [
    "The policy counts a failure as more time, so it prefers earlier reviews.",
    "The policy counts a failure as less time, so it accepts later reviews.",
  ],
  "ssp.targetStabilityDays": [
    "The policy works on a word until it is more stable.",
    "The policy lets go of a word at a lower stability.",
  ],
  "ssp.base": [
    "The policy's grid is coarser: solved faster, less exact.",
    "The policy's grid is finer: more exact, solved more slowly.",
  ],
  "ssp.minIndex": [
    "The policy's grid starts at a larger stability.",
    "The policy's grid starts at a smaller stability.",
  ],
  "ssp.maxIndex": [
    "The policy's logarithmic grid reaches a larger stability.",
    "The policy's logarithmic grid ends at a smaller stability.",
  ],
  "ssp.maxIterations": [
    "The policy may be solved with more passes and computing time.",
    "Solving the policy stops after fewer passes, perhaps less exact.",
  ],
  "ssp.convergenceThreshold": [
    "The policy is solved less exactly and faster.",
    "The policy is solved more exactly and more slowly.",
  ],
  "ssp.discountFactor": [
    "The policy counts later reviews nearly as much as the next one.",
    "The policy counts later reviews less than the next one.",
  ],
  "ssp.dualGridEnabled": [
    "The policy uses a linear grid where stability is large, so steps stay fine.",
    "The policy uses the logarithmic grid throughout.",
  ],
  "ssp.dualGridThresholdDays": [
    "The linear grid begins at a larger stability.",
    "The linear grid begins at a smaller stability.",
  ],
  "ssp.linearStepDays": [
    "The linear grid is coarser: solved faster, less exact.",
    "The linear grid is finer: more exact, solved more slowly.",
  ],
  "ssp.rMin": [
    "The policy cannot aim for a recall as low as before.",
    "The policy may aim for a lower recall.",
  ],
  "ssp.rMax": [
    "The policy may aim for a higher recall.",
    "The policy cannot aim for a recall as high as before.",
  ],
  "ssp.rStep": [
    "The policy chooses from fewer recall targets.",
    "The policy chooses from more recall targets, which takes longer to solve.",
  ],
  "ssp.costParams.recallSCoeff": [
    "Successes of stable words are counted as more time.",
    "Successes of stable words are counted as less time.",
  ],
  "ssp.costParams.recallDCoeff": [
    "Successes of difficult words are counted as more time.",
    "Successes of difficult words are counted as less time.",
  ],
  "ssp.costParams.forgetSCoeff": [
    "Failures of stable words are counted as more time.",
    "Failures of stable words are counted as less time.",
  ],
  "ssp.costParams.forgetDCoeff": [
    "Failures of difficult words are counted as more time.",
    "Failures of difficult words are counted as less time.",
  ],
  "ssp.reviewRatingProbs[0]": [
    "The policy expects more of the successes to be hard.",
    "The policy expects fewer of the successes to be hard.",
  ],
  "ssp.reviewRatingProbs[1]": [
    "The policy expects more of the successes to be good.",
    "The policy expects fewer of the successes to be good.",
  ],
  "ssp.reviewRatingProbs[2]": [
    "The policy expects more of the successes to be easy.",
    "The policy expects fewer of the successes to be easy.",
  ],
};
