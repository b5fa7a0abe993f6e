import {
  parameterAt,
  validateParameters,
  withParameters,
  type EngineParameters,
} from "@wordloom/engine";
import { experiments, type Conclusion } from "@wordloom/engine/experiments";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database, OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import {
  changeConfiguration,
  followNewestVersion,
  parametersInForce,
  refuseFaults,
  type StoredVersion,
} from "../engine-config/engine-config.service.ts";
import { canaryPaths } from "./canary.service.ts";
import {
  measureArms,
  METRICS,
  requireMetric,
  type ArmFigures,
  type MetricName,
} from "./experiment-metrics.service.ts";
import {
  endExperiment,
  findExperiment,
  insertExperiment,
  listExperimentRows,
  type ExperimentRow,
} from "./experiments.repo.ts";
import { lockTrials } from "./trials-lock.repo.ts";
import { followTrials, type Patch } from "./trials-in-force.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "settings">;

export type ExperimentStatus = ExperimentRow["status"];

/** A change of parameters to be tested on half of the learners. */
export interface ExperimentDraft {
  readonly name: string;
  /** Value by dotted path. */
  readonly treatmentPatch: Readonly<Record<string, unknown>>;
  readonly primaryMetric: string;
  readonly guardrailMetrics?: readonly string[];
  /** Required learners per arm with data for the primary metric; default 200. */
  readonly minSample?: number;
  /** Significance level; default 0.05. */
  readonly alpha?: number;
  /** Minimum relevant relative effect; default 0.02. */
  readonly mde?: number;
  /** Percentage of learners who take part, above 0 to 100; default 100. */
  readonly trafficPct?: number;
}

export interface Experiment {
  readonly id: string;
  readonly name: string;
  readonly status: ExperimentStatus;
  readonly treatmentPatch: Patch;
  readonly primaryMetric: MetricName;
  readonly guardrailMetrics: readonly MetricName[];
  readonly minSample: number;
  readonly alpha: number;
  readonly mde: number;
  readonly trafficPct: number;
  readonly startedAtMs: number;
  readonly concludedAtMs: number | null;
  /** The version that was active at the start. */
  readonly versionHash: string;
}

export type InSameTransaction = (tx: OpenTransaction, experiment: Experiment) => Promise<void>;

const NAME_MAX = 200;

/** Newest first. */
export async function listExperiments(
  needs: Pick<Deps, "database">,
  status?: ExperimentStatus,
): Promise<Experiment[]> {
  return (await listExperimentRows(needs.database, status)).map(toExperiment);
}

/** @throws AppError NOT_FOUND */
async function readExperiment(needs: Pick<Deps, "database">, id: string): Promise<Experiment> {
  return toExperiment(await requireExperiment(needs, id));
}

/**
 * Starts an experiment. From then on, every learner who answers or gets words is assigned a
 * permanent arm.
 *
 * @throws AppError INVALID_METRIC, INVALID_EXPERIMENT, AMAS_INVALID_CONFIG, CONFLICT with a canary
 *   that changes the same parameter, EXPERIMENT_RUNNING
 */
export async function startExperiment(
  needs: Needs,
  draft: ExperimentDraft,
  inSameTransaction?: InSameTransaction,
): Promise<Experiment> {
  await followNewestVersion(needs);
  const row = toRow(needs, draft);
  const experiment = toExperiment(row);
  await transact(needs.database, async (tx) => {
    await lockTrials(tx);
    const changed = await canaryPaths(needs, tx);
    const overlap = Object.keys(draft.treatmentPatch).find((path) => changed.has(path));
    if (overlap !== undefined) refuse("CONFLICT", `The active canary already changes ${overlap}.`);
    if (!(await insertExperiment(tx, row))) refuse("EXPERIMENT_RUNNING");
    await inSameTransaction?.(tx, experiment);
  });
  await followTrials(needs);
  return experiment;
}

function toRow(needs: Needs, draft: ExperimentDraft): ExperimentRow {
  const { minSample = 200, alpha = 0.05, mde = 0.02, trafficPct = 100 } = draft;
  const guardrails = [...new Set(draft.guardrailMetrics ?? [])];
  for (const metric of [draft.primaryMetric, ...guardrails]) requireMetric(metric);
  const name = draft.name.trim();
  const inForce = parametersInForce(needs);
  const faults: readonly (readonly [boolean, string])[] = [
    [name === "" || name.length > NAME_MAX, `The name must have 1 to ${NAME_MAX} characters.`],
    [
      guardrails.includes(draft.primaryMetric),
      "The primary metric must not be a guardrail metric.",
    ],
    [!Number.isInteger(minSample) || minSample < 1, "minSample must be an integer of at least 1."],
    [!(alpha > 0 && alpha < 1), "alpha must be between 0 and 1."],
    [!(mde >= 0 && Number.isFinite(mde)), "mde must be at least 0."],
    [!(trafficPct > 0 && trafficPct <= 100), "trafficPct must be above 0 and at most 100."],
    [Object.keys(draft.treatmentPatch).length === 0, "The treatment patch must not be empty."],
  ];
  for (const [isFault, message] of faults) if (isFault) refuse("INVALID_EXPERIMENT", message);
  requirePatch(inForce.snapshot, draft.treatmentPatch);
  return {
    id: needs.ids.next(),
    name,
    status: "running",
    treatment_patch_json: JSON.stringify(draft.treatmentPatch),
    primary_metric: draft.primaryMetric,
    guardrail_metrics_json: JSON.stringify(guardrails),
    min_sample: minSample,
    alpha,
    mde,
    traffic_pct: trafficPct,
    started_at_ms: needs.clock.nowMs(),
    concluded_at_ms: null,
    version_hash: inForce.versionHash,
    conclusion_json: null,
  };
}

/** The configuration with the patch applied. @throws AppError AMAS_INVALID_CONFIG */
function requirePatch(
  base: EngineParameters,
  patch: Readonly<Record<string, unknown>>,
): EngineParameters {
  const faults = Object.entries(patch).flatMap(([path, value]) => {
    const isLeaf = ["number", "boolean"].includes(typeof parameterAt(base, path));
    if (!isLeaf) return [{ path, value, rule: "a known parameter" }];
    const isValue = typeof value === "number" || typeof value === "boolean";
    return isValue ? [] : [{ path, value, rule: "a number, true or false" }];
  });
  if (faults.length > 0) refuseFaults(faults);
  const checked = validateParameters(withParameters(base, patch as Patch));
  return checked.ok ? checked.value : refuseFaults(checked.faults);
}

/** Figures of both arms, and the resulting conclusion. */
export interface Measured {
  readonly control: ArmFigures;
  readonly treatment: ArmFigures;
  readonly conclusion: Conclusion;
  /** The level of the intervals. */
  readonly alpha: number;
}

/** @throws AppError NOT_FOUND */
export async function measureExperiment(
  needs: Pick<Deps, "clock" | "database">,
  id: string,
): Promise<Measured> {
  return measured(needs, toExperiment(await requireExperiment(needs, id)));
}

async function measured(
  needs: Pick<Deps, "clock" | "database">,
  experiment: Experiment,
): Promise<Measured> {
  const { control, treatment } = await measureArms(needs, experiment.id);
  const dataOf = (metric: MetricName) => ({
    metric,
    higherIsBetter: METRICS[metric].higherIsBetter,
    control: control.metrics[metric].stats,
    treatment: treatment.metrics[metric].stats,
  });
  const primary = dataOf(experiment.primaryMetric);
  const { alpha, mde, minSample } = experiment;
  const smaller = Math.min(primary.control.n, primary.treatment.n);
  const conclusion = experiments.concludeExperiment(
    {
      users: { control: control.users, treatment: treatment.users },
      primary,
      guardrails: experiment.guardrailMetrics.map(dataOf),
    },
    { alpha, mde, minSample, horizonReached: smaller >= minSample },
  );
  return { control, treatment, conclusion, alpha };
}

/** Whether to adopt the treatment, and who decided. */
export interface Decision {
  readonly adopt: boolean;
  readonly adminId: string | null;
  /** Where to read the learners' figures. */
  readonly reports?: Database;
}

/** Additional work in the transaction; `adopted` is the resulting version of the configuration. */
export type WhenConcluded = (
  tx: OpenTransaction,
  experiment: Experiment,
  adopted: StoredVersion | null,
) => Promise<void>;

/**
 * Ends an experiment. With `adopt`, its treatment becomes a new version of the configuration for
 * everyone.
 *
 * @throws AppError NOT_FOUND, EXPERIMENT_NOT_RUNNING, EXPERIMENT_NOT_ADOPTABLE, AMAS_INVALID_CONFIG
 */
export async function concludeExperiment(
  needs: Needs,
  id: string,
  decision: Decision,
  inSameTransaction?: WhenConcluded,
): Promise<Experiment> {
  const row = await requireExperiment(needs, id);
  if (row.status !== "running") refuse("EXPERIMENT_NOT_RUNNING");
  const { adopt, adminId, reports = needs.database } = decision;
  const { conclusion } = await measured({ ...needs, database: reports }, toExperiment(row));
  if (adopt && !conclusion.canAdopt) {
    refuse("EXPERIMENT_NOT_ADOPTABLE", `Not adopted: ${conclusion.reasons.join(", ")}.`);
  }
  const ended = {
    status: adopt ? "concluded_adopt" : "concluded_reject",
    concluded_at_ms: needs.clock.nowMs(),
    conclusion_json: JSON.stringify(conclusion),
  } as const;
  const end = async (tx: OpenTransaction, adopted: StoredVersion | null) => {
    if (!(await endExperiment(tx, id, ended))) refuse("EXPERIMENT_NOT_RUNNING");
    await inSameTransaction?.(tx, toExperiment({ ...row, ...ended }), adopted);
  };
  if (adopt) await adoptTreatment(needs, row, adminId, end);
  else await transact(needs.database, (tx) => end(tx, null));
  await followTrials(needs);
  return readExperiment(needs, id);
}

async function adoptTreatment(
  needs: Needs,
  row: ExperimentRow,
  adminId: string | null,
  end: (tx: OpenTransaction, adopted: StoredVersion) => Promise<void>,
): Promise<void> {
  const patch = JSON.parse(row.treatment_patch_json) as Patch;
  const note = `Adopted from the experiment "${row.name}".`;
  const origin = { source: "manual", authorAdminId: adminId, note } as const;
  await changeConfiguration(needs, (snapshot) => requirePatch(snapshot, patch), origin, end);
}

async function requireExperiment(
  needs: Pick<Deps, "database">,
  id: string,
): Promise<ExperimentRow> {
  const row = await findExperiment(needs.database, id);
  return row ?? refuse("NOT_FOUND", "No such experiment.");
}

function toExperiment(row: ExperimentRow): Experiment {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    treatmentPatch: JSON.parse(row.treatment_patch_json) as Patch,
    primaryMetric: requireMetric(row.primary_metric),
    guardrailMetrics: (JSON.parse(row.guardrail_metrics_json) as string[]).map(requireMetric),
    minSample: row.min_sample,
    alpha: row.alpha,
    mde: row.mde,
    trafficPct: row.traffic_pct,
    startedAtMs: row.started_at_ms,
    concludedAtMs: row.concluded_at_ms,
    versionHash: row.version_hash,
  };
}
