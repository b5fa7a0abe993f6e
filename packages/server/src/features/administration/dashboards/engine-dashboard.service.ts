import type { EngineDashboard } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { readSpending } from "../../../platform/outside/llm/llm.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { readSystemSettings } from "../../accounts/settings/settings.service.ts";
import { parametersInForce } from "../../adaptation/engine-config/engine-config.service.ts";
import { readCalibrationFigures } from "../engine-metrics/calibration.service.ts";
import { readKpi } from "../engine-metrics/decisions.service.ts";
import { allExperiments } from "../experiments/experiment-control.service.ts";
import { latestCanary } from "../parameters/canary-control.service.ts";
import { countPendingSuggestions, countPhases, type PhaseCount } from "./dashboards.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "reports" | "settings">;

/** The engine: configuration, trials, accuracy, anomalies and the advisor's costs. */
export async function readEngineDashboard(needs: Needs, days: number): Promise<EngineDashboard> {
  const canary = await latestCanary(needs);
  const [experiment = null] = await allExperiments(needs, "running");
  // These two write the latest decisions of this process first.
  const kpi = await readKpi(needs, days);
  const { logLoss, rmseBins, sampleSize } = await readCalibrationFigures(needs, days);
  const phases = await countPhases(needs.reports, needs.clock.nowMs() - days * DAY_MS);
  const total = sumOf(phases, ({ decisions }) => decisions);
  const anomalies = sumOf(phases, (row) => row.anomalies);
  const decisionsIn = (name: string | null) =>
    sumOf(
      phases.filter(({ phase }) => phase === name),
      ({ decisions }) => decisions,
    );
  return {
    versionHash: parametersInForce(needs).versionHash,
    canary: canary?.status === "running" ? canary : null,
    experiment,
    kpi,
    calibration: { logLoss, rmseBins, sampleSize },
    phases: {
      classify: decisionsIn("Classify"),
      explore: decisionsIn("Explore"),
      stable: decisionsIn(null),
    },
    anomalies: { total: anomalies, rate: total === 0 ? null : anomalies / total },
    advisor: await readAdvisor(needs),
  };
}

async function readAdvisor(needs: Needs): Promise<EngineDashboard["advisor"]> {
  const { today, monthYuan } = await readSpending(needs);
  const settings = await readSystemSettings(needs);
  return {
    pending: await countPendingSuggestions(needs.reports),
    todayCostUsd: today.costUsd,
    monthSpentYuan: monthYuan,
    capYuan: settings.llm_advisor_max_cost_per_month_yuan,
  };
}

function sumOf(phases: readonly PhaseCount[], value: (phase: PhaseCount) => number): number {
  return phases.reduce((sum, phase) => sum + value(phase), 0);
}
