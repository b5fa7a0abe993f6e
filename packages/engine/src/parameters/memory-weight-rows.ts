import { defineNumbers } from "./define.ts";

/**
 * The 21 weights of FSRS-6 in their published order, the same for all learners before a fit. Grades
 * are Again (wrong), Hard, Good and Easy.
 */
export const memoryWeights = defineNumbers([
  {
    default: 0.212, min: 0.001, max: 100, unit: "days",
    openToAdvisor: { min: 0.05, max: 3 },
    note: "Initial stability after a wrong first answer.",
  },
  {
    default: 1.2931, min: 0.001, max: 100, unit: "days",
    openToAdvisor: { min: 0.1, max: 3 },
    note: "Initial stability after a hard first answer.",
  },
  {
    default: 2.3065, min: 0.001, max: 100, unit: "days",
    openToAdvisor: { min: 0.5, max: 15 },
    note: "Initial stability after a good first answer.",
  },
  {
    default: 8.2956, min: 0.001, max: 100, unit: "days",
    openToAdvisor: { min: 1, max: 25 },
    note: "Initial stability after an easy first answer.",
  },
  {
    default: 6.4133, min: 1, max: 10, unit: "none",
    note: "Initial difficulty after a wrong first answer.",
  },
  {
    default: 0.8334, min: 0.001, max: 4, unit: "none",
    note: "How much better first grades lower the initial difficulty.",
  },
  {
    default: 3.0194, min: 0.001, max: 4, unit: "none",
    note: "How much one later grade moves difficulty.",
  },
  {
    default: 0.001, min: 0.001, max: 0.75, unit: "share",
    note: "How strongly difficulty reverts to that of an easy start.",
  },
  {
    default: 1.8722, min: 0, max: 4.5, unit: "none",
    openToAdvisor: { min: 0.5, max: 3 },
    note: "Logarithm of the overall growth of stability after a success.",
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
    note: "How much difficulty lowers stability after forgetting.",
  },
  {
    default: 0.2629, min: 0.001, max: 0.9, unit: "none",
    note: "How much of the former stability remains after forgetting.",
  },
  {
    default: 1.6483, min: 0, max: 4, unit: "none",
    note: "How much a long pause before a lapse raises stability after it.",
  },
  {
    default: 0.6014, min: 0, max: 1, unit: "factor",
    openToAdvisor: { min: 0.05, max: 1 },
    note: "Share of the growth that a hard success keeps.",
  },
  {
    default: 1.8729, min: 1, max: 6, unit: "factor",
    openToAdvisor: true,
    note: "Multiple of the growth that an easy success earns.",
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
    note: "Decay of the forgetting curve; small means a long tail.",
  },
]);
