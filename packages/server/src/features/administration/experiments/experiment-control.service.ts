import { experiments, type Conclusion } from "@wordloom/engine/experiments";
import type { Deps } from "../../../deps.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import { writeAudit, type AuditEntry } from "../../accounts/audit/audit.service.ts";
import {
  METRICS,
  requireMetric,
  type ArmFigures,
} from "../../adaptation/engine-trials/experiment-metrics.service.ts";
import {
  concludeExperiment,
  listExperiments,
  measureExperiment,
  startExperiment,
  type Experiment,
  type ExperimentDraft,
  type ExperimentStatus,
} from "../../adaptation/engine-trials/experiments.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "reports" | "settings">;

/** Newest first. */
export async function allExperiments(needs: Pick<Deps, "reports">, status?: ExperimentStatus) {
  return (await listExperiments({ database: needs.reports }, status)).map(toReply);
}

/**
 * @throws AppError INVALID_METRIC, INVALID_EXPERIMENT, AMAS_INVALID_CONFIG with every fault,
 *                  EXPERIMENT_RUNNING, CONFLICT with a canary that changes the same parameter
 */
export async function beginExperiment(needs: Needs, by: Admin, draft: ExperimentDraft) {
  const started = await startExperiment(needs, draft, (tx, experiment) => {
    const { name, treatmentPatch, primaryMetric, trafficPct } = experiment;
    const after = { name, treatmentPatch, primaryMetric, trafficPct };
    const metadata = { name, treatmentPatch };
    return audit(needs, tx, by, experiment, { action: "amas.experiment.start", metadata, after });
  });
  return toReply(started);
}

/**
 * Figures of both arms, and whether the treatment may be adopted.
 *
 * @throws AppError NOT_FOUND
 */
export async function metricsOf(needs: Pick<Deps, "clock" | "reports">, id: string) {
  const measured = await measureExperiment({ clock: needs.clock, database: needs.reports }, id);
  const { primary, guardrails, canAdopt, reasons } = measured.conclusion;
  return {
    control: armOf(measured.control, measured.alpha),
    treatment: armOf(measured.treatment, measured.alpha),
    primary: { diff: primary.diff, significant: primary.significant, ...decisive(primary) },
    guardrails: guardrails.map((found) => ({ ...found, ...ofDifference(found) })),
    canAdopt,
    reasons,
  };
}

/**
 * Ends an experiment. Adopting it stores a version with its treatment.
 *
 * @throws AppError NOT_FOUND, EXPERIMENT_NOT_RUNNING, EXPERIMENT_NOT_ADOPTABLE, AMAS_INVALID_CONFIG
 */
export async function endExperimentBy(needs: Needs, by: Admin, id: string, adopt: boolean) {
  const decision = { adopt, adminId: by.id, reports: needs.reports };
  const ended = await concludeExperiment(needs, id, decision, (tx, experiment, adopted) => {
    const versionHash = adopted?.versionHash ?? null;
    return audit(needs, tx, by, experiment, {
      action: "amas.experiment.conclude",
      metadata: { adopt, versionHash },
      before: { status: "running" },
      after: { status: experiment.status, versionHash },
    });
  });
  return toReply(ended);
}

async function audit(
  { clock }: Needs,
  tx: OpenTransaction,
  by: Admin,
  { id, name }: Pick<Experiment, "id" | "name">,
  entry: Omit<AuditEntry, "atMs">,
): Promise<void> {
  const target = { type: "experiment", id, name } as const;
  await writeAudit(tx, { ...entry, by, atMs: clock.nowMs(), target });
}

/** The bounds that decide now. Before the planned end, those valid at every look. */
function decisive(primary: Conclusion["primary"]) {
  const { metric, low, high, alwaysValidLow, alwaysValidHigh } = primary;
  const planReached = primary.basis === "fixed_horizon";
  return planReached
    ? { pValue: primary.pValue, ...ofDifference({ metric, low, high }), planReached }
    : {
        pValue: primary.alwaysValidPValue,
        planReached,
        ...ofDifference({ metric, low: alwaysValidLow, high: alwaysValidHigh }),
      };
}

function armOf({ users, metrics }: ArmFigures, alpha: number) {
  const figures = Object.entries(metrics).map(([metric, { mean, stats }]) => {
    const { low = null, high = null } = experiments.armInterval(stats, alpha) ?? {};
    const bounds = within({ low, high }, 0, METRICS[requireMetric(metric)].most);
    return [metric, { mean, n: stats.n, ...bounds }];
  });
  return { users, metrics: Object.fromEntries(figures) as Record<string, Figure> };
}

interface Bounds {
  low: number | null;
  high: number | null;
}

interface Figure extends Bounds {
  mean: number | null;
  n: number;
}

function ofDifference({ metric, low, high }: Bounds & { readonly metric: string }): Bounds {
  const { most } = METRICS[requireMetric(metric)];
  return within({ low, high }, -most, most);
}

/**
 * Clips an interval to possible values, because its formula does not know the limits of a share.
 */
function within({ low, high }: Bounds, least: number, most: number): Bounds {
  return {
    low: low === null ? null : Math.max(least, low),
    high: high === null ? null : Math.min(most, high),
  };
}

function toReply({ startedAtMs, concludedAtMs, ...experiment }: Experiment) {
  return {
    ...experiment,
    treatmentPatch: { ...experiment.treatmentPatch },
    guardrailMetrics: [...experiment.guardrailMetrics],
    startedAt: toTimestamp(startedAtMs),
    concludedAt: toTimestampOrNull(concludedAtMs),
  };
}
