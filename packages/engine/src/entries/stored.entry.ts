// Reading stored states, including those of older versions; the history of a memory.

export { memoryHistory } from "../memory-history.ts";
export { usableLearner, usableMemory } from "../stored-check.ts";
export {
  learnerFromJson,
  memoryFromJson,
  type StoredLearner,
  type StoredMemory,
  upgradeLearner,
  upgradeMemory,
} from "../upgrade.ts";
