// Decision events, invariant checks and run times of the algorithms.

export {
  type Algorithm,
  type AlgorithmStats,
  ALGORITHMS,
  createMeter,
  type Meter,
} from "../monitoring/meter.ts";
export type { InvariantViolation, MonitoringEvent } from "../result-types.ts";
