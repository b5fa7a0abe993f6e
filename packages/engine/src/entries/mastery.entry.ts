// Mastery levels and the evidence for them.

export {
  compositeStrength,
  evaluateMastery,
  type MasteryDecision,
  type MasteryInput,
} from "../mastery/mastery-level.ts";
