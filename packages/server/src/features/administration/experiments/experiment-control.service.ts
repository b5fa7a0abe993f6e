import type { Deps } from "../../../deps.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import type { ArmFigures } from "../../adaptation/engine-trials/experiment-metrics.service.ts";
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
  const started = await startExperiment(needs, draft, (tx, { id, name, treatmentPatch }) =>
    audit(needs, tx, by, { action: "amas.experiment.start", id, about: { name, treatmentPatch } }),
  );
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
    control: armOf(measured.control),
    treatment: armOf(measured.treatment),
    primary: { diff: primary.diff, pValue: decisive(primary), significant: primary.significant },
    guardrails,
    canAdopt,
    reasons,
  };
}

/**
 * Ends an experiment; adopting it stores a version with its treatment.
 *
 * @throws AppError NOT_FOUND, EXPERIMENT_NOT_RUNNING, EXPERIMENT_NOT_ADOPTABLE, AMAS_INVALID_CONFIG
 */
export async function endExperimentBy(needs: Needs, by: Admin, id: string, adopt: boolean) {
  const decision = { adopt, adminId: by.id, reports: needs.reports };
  const ended = await concludeExperiment(needs, id, decision, (tx, _experiment, adopted) => {
    const versionHash = adopted?.versionHash ?? null;
    return audit(needs, tx, by, {
      action: "amas.experiment.conclude",
      id,
      about: { adopt, versionHash },
    });
  });
  return toReply(ended);
}

async function audit(
  { clock }: Needs,
  tx: OpenTransaction,
  by: Admin,
  entry: { readonly action: string; readonly id: string; readonly about: Record<string, unknown> },
): Promise<void> {
  const { action, id, about: metadata } = entry;
  const target = { type: "experiment", id } as const;
  await writeAudit(tx, { by, action, atMs: clock.nowMs(), target, metadata });
}

/** The p value that decides at this time: before the planned end the one that is always valid. */
function decisive(primary: {
  readonly basis: "fixed_horizon" | "shown_early";
  readonly pValue: number | null;
  readonly alwaysValidPValue: number | null;
}): number | null {
  return primary.basis === "fixed_horizon" ? primary.pValue : primary.alwaysValidPValue;
}

function armOf({ users, metrics }: ArmFigures) {
  const figures = Object.entries(metrics).map(([name, { mean, stats }]) => [
    name,
    { mean, n: stats.n },
  ]);
  return { users, metrics: Object.fromEntries(figures) as Record<string, Figure> };
}

interface Figure {
  mean: number | null;
  n: number;
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
