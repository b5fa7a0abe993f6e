import type { Deps } from "../../../deps.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { parametersInForce } from "../../adaptation/engine-config/engine-config.service.ts";
import { flushDecisions } from "../../adaptation/engine-monitoring/engine-events.service.ts";
import { calibrationOf } from "./calibration.ts";
import { countPredictions } from "./decisions.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "reports">;

/** Narrow enough that all answers of a cell have nearly the same prediction. */
const CELLS = 2_000;

/**
 * How well the predictions of the latest days agree with the answers. The answers are counted by
 * the database; a few thousand rows remain.
 *
 * Some decisions are always stored (cold start, anomalies, experiments), of the others a sample. By
 * their weights the figures are those of all answers.
 */
export async function readCalibrationFigures(needs: Needs, days: number) {
  await flushDecisions(needs);
  const sinceMs = needs.clock.nowMs() - days * DAY_MS;
  const { sampleRate } = parametersInForce(needs).parameters.monitoring;
  const weighAs = Math.max(sampleRate, LEAST_WEIGHT);
  return calibrationOf(await countPredictions(needs.reports, sinceMs, { cells: CELLS, weighAs }));
}

/** When nothing else is stored, what is always stored has to do. */
const LEAST_WEIGHT = 1e-6;
