import { defineParameters } from "./define.ts";

/** What is kept for study and what raises an alarm. */
export const monitoring = defineParameters({
  sampleRate: {
    default: 0.05, min: 0, max: 1, unit: "share",
    note: "Part of the uneventful events kept for study, chosen by hash.",
  },
  calibrationWindow: {
    default: 200, min: 50, max: 5000, unit: "answers", kind: "integer",
    note: "How many of the latest answers judge a learner's calibration.",
  },
  eceAlert: {
    default: 0.1, min: 0.01, max: 0.5, unit: "none",
    note: "Expected calibration error beyond which something is wrong.",
  },
  driftThreshold: {
    default: 8, min: 1, max: 100, unit: "nats",
    note: "Excess log loss that must pile up before drift is reported.",
  },
  intervalJumpRatio: {
    default: 20, min: 2, max: 1000, unit: "ratio",
    note: "An interval that grows by more than this in one step is reported.",
  },
});
