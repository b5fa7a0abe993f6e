import type { Deps } from "../../../deps.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { parametersInForce } from "../../adaptation/engine-config/engine-config.service.ts";
import { flushDecisions } from "../../adaptation/engine-monitoring/engine-events.service.ts";
import { calibrationOf } from "./calibration.ts";
import { countPredictions } from "./decisions.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "reports">;

/** Number of prediction ranges, enough that all answers in one have nearly the same prediction. */
const CELLS = 2_000;

/**
 * How well the latest days' predictions agree with the answers. The database counts the answers, so
 * only a few thousand rows are read.
 *
 * Some decisions are always stored (cold start, anomalies, experiments), the others as a sample.
 * The weights make the figures represent all answers.
 */
export async function readCalibrationFigures(needs: Needs, days: number) {
  await flushDecisions(needs);
  const sinceMs = needs.clock.nowMs() - days * DAY_MS;
  const { sampleRate } = parametersInForce(needs).parameters.monitoring;
  const weighAs = Math.max(sampleRate, LEAST_WEIGHT);
  return calibrationOf(await countPredictions(needs.reports, sinceMs, { cells: CELLS, weighAs }));
}

/** Lower bound, so that with a sample rate of 0 the always-stored decisions still count. */
const LEAST_WEIGHT = 1e-6;
