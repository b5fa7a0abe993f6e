import { defineNumbers } from "./define.ts";

/**
 * The 21 weights of FSRS-6, in their published order, as started from for everybody. Grades are
 * Again, Hard, Good and Easy: failed, laborious, sound and effortless.
 */
export const memoryWeights = defineNumbers([
  {
    default: 0.212, min: 0.001, max: 100, unit: "days",
    openToAdvisor: { min: 0.05, max: 3 },
    note: "Stability a new word gets when its first answer fails.",
  },
  {
    default: 1.2931, min: 0.001, max: 100, unit: "days",
    openToAdvisor: { min: 0.1, max: 3 },
    note: "Stability a new word gets when its first answer was laborious.",
  },
  {
    default: 2.3065, min: 0.001, max: 100, unit: "days",
    openToAdvisor: { min: 0.5, max: 15 },
    note: "Stability a new word gets when its first answer was sound.",
  },
  {
    default: 8.2956, min: 0.001, max: 100, unit: "days",
    openToAdvisor: { min: 1, max: 25 },
    note: "Stability a new word gets when its first answer was effortless.",
  },
  {
    default: 6.4133, min: 1, max: 10, unit: "none",
    note: "Difficulty a new word gets when its first answer fails.",
  },
  {
    default: 0.8334, min: 0.001, max: 4, unit: "none",
    note: "How steeply better first grades make a word easier.",
  },
  {
    default: 3.0194, min: 0.001, max: 4, unit: "none",
    note: "How much one later grade moves difficulty.",
  },
  {
    default: 0.001, min: 0.001, max: 0.75, unit: "share",
    note: "How strongly difficulty drifts back to that of an effortless start.",
  },
  {
    default: 1.8722, min: 0, max: 4.5, unit: "none",
    openToAdvisor: { min: 0.5, max: 3 },
    note: "Overall growth of stability at a success, as its logarithm.",
  },
  {
    default: 0.1666, min: 0, max: 0.8, unit: "none",
    openToAdvisor: { min: 0.05, max: 0.8 },
    note: "How much less a memory that is already stable gains.",
  },
  {
    default: 0.796, min: 0.001, max: 3.5, unit: "none",
    openToAdvisor: { min: 0.1, max: 1.6 },
    note: "How much more is gained when recall was nearly lost.",
  },
  {
    default: 1.4835, min: 0.001, max: 5, unit: "none",
    note: "Overall stability left after forgetting.",
  },
  {
    default: 0.0614, min: 0.001, max: 0.25, unit: "none",
    note: "How much less is left of a difficult word.",
  },
  {
    default: 0.2629, min: 0.001, max: 0.9, unit: "none",
    note: "How much of the former stability shows through after forgetting.",
  },
  {
    default: 1.6483, min: 0, max: 4, unit: "none",
    note: "How much a long pause before the lapse softens it.",
  },
  {
    default: 0.6014, min: 0, max: 1, unit: "factor",
    openToAdvisor: { min: 0.05, max: 1 },
    note: "Part of the growth that a laborious success keeps.",
  },
  {
    default: 1.8729, min: 1, max: 6, unit: "factor",
    openToAdvisor: true,
    note: "Multiple of the growth that an effortless success earns.",
  },
  {
    default: 0.5425, min: 0, max: 2, unit: "none",
    note: "How strongly the grade changes stability within one day.",
  },
  {
    default: 0.0912, min: 0, max: 2, unit: "none",
    note: "Where grades are centred within one day.",
  },
  {
    default: 0.0658, min: 0, max: 0.8, unit: "none",
    note: "How much less a stable memory changes within one day.",
  },
  {
    default: 0.1542, min: 0.1, max: 0.8, unit: "none",
    note: "Bend of the forgetting curve; small means a long tail.",
  },
]);
