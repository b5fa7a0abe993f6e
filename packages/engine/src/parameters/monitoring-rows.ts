import { defineParameters } from "./define.ts";

/** Sampling of events, and thresholds of alarms. */
export const monitoring = defineParameters({
  sampleRate: {
    default: 0.05, min: 0, max: 1, unit: "share",
    note: "Share of ordinary events that is stored, chosen by hash.",
  },
  calibrationWindow: {
    default: 200, min: 50, max: 5000, unit: "answers", kind: "integer",
    note: "Number of latest answers over which a learner's calibration is measured.",
  },
  eceAlert: {
    default: 0.1, min: 0.01, max: 0.5, unit: "none",
    note: "Expected calibration error that raises an alarm.",
  },
  driftThreshold: {
    default: 8, min: 1, max: 100, unit: "nats",
    note: "Accumulated excess log loss that reports drift.",
  },
  intervalJumpRatio: {
    default: 20, min: 2, max: 1000, unit: "ratio",
    note: "Growth of an interval in one step beyond which it is reported.",
  },
});
