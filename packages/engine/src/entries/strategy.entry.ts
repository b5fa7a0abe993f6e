// Teaching strategy: adjusting it, crediting batches, explaining it in words.

export {
  adjustStrategy,
  crossSessionDifficulty,
  type SessionProgress,
} from "../strategy/adjust-strategy.ts";
export {
  type BatchOutcome,
  creditBatch,
  batchesDueForCredit,
  type WordOutcome,
} from "../strategy/credit.ts";
export { explainInWords } from "../strategy/explanation-text.ts";
export { fadeTrust } from "../strategy/fade-trust.ts";
export { defaultStrategy, type Factor, type Impact } from "../strategy/strategy-types.ts";
