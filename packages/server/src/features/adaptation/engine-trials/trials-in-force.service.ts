import { validateParameters, withParameters, type EngineParameters } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import {
  loadVersion,
  parametersInForce,
  type ParametersInForce,
} from "../engine-config/engine-config.service.ts";
import { findActiveCanary, type CanaryRow, type Eligibility } from "./canary.repo.ts";
import { findRunningExperiment, type ExperimentRow } from "./experiments.repo.ts";

type Needs = Pick<Deps, "database" | "log" | "settings">;

export type Patch = Readonly<Record<string, number | boolean>>;

/** The active canary on this process. */
export interface CanaryInForce {
  readonly row: CanaryRow;
  readonly version: ParametersInForce;
  readonly forced: ReadonlySet<string>;
  /** undefined: everyone is eligible. */
  readonly eligibility: Eligibility | undefined;
  /** Cached eligibility by learner. */
  readonly known: Map<string, boolean>;
}

/** The running experiment on this process. */
export interface ExperimentInForce {
  readonly row: ExperimentRow;
  readonly patch: Patch;
  /** Cached arms by learner; null: the learner does not take part. */
  readonly known: Map<string, "control" | "treatment" | null>;
  /** Cached parameters of the treatment arm, by the base parameters. */
  readonly treatments: WeakMap<EngineParameters, EngineParameters>;
}

interface Trials {
  /** The latest canary read from the database, usable or not. */
  latestCanary?: CanaryRow | undefined;
  canary?: CanaryInForce | undefined;
  experiment?: ExperimentInForce | undefined;
}

/** Active learners have an answer within this many days before the start. */
const ACTIVE_DAYS = 7;

const currentTrials = perApp<Pick<Deps, "database">, Trials>(() => ({}));

export function trialsInForce(needs: Pick<Deps, "database">): Readonly<Trials> {
  return currentTrials(needs);
}

/** Runs are sequential, so that an older result never replaces a newer one. */
const following = perApp<Pick<Deps, "database">, { last: Promise<void> }>(() => ({
  last: Promise.resolve(),
}));

/**
 * Follows the stored canary and experiment, no matter which process changed them. A canary with an
 * unusable version is logged and not served.
 */
export function followTrials(needs: Needs): Promise<void> {
  const queue = following(needs);
  const run = queue.last.then(() => loadTrials(needs));
  queue.last = run.catch(() => undefined);
  return run;
}

async function loadTrials(needs: Needs): Promise<void> {
  const trials = currentTrials(needs);
  const [canary, experiment] = await Promise.all([
    findActiveCanary(needs.database),
    findRunningExperiment(needs.database),
  ]);
  if (hasChanged(trials.latestCanary, canary)) {
    trials.canary = await openCanary(needs, canary);
    // Set last, so that the next run retries if the version could not be read.
    trials.latestCanary = canary;
  }
  if (trials.experiment?.row.id !== experiment?.id) {
    trials.experiment = experiment === undefined ? undefined : openExperiment(needs, experiment);
  }
}

function hasChanged(before: CanaryRow | undefined, now: CanaryRow | undefined): boolean {
  return before?.id !== now?.id || before?.percent !== now?.percent;
}

async function openCanary(
  needs: Needs,
  row: CanaryRow | undefined,
): Promise<CanaryInForce | undefined> {
  if (row === undefined) return undefined;
  const version = await loadVersion(needs, row.version_hash);
  if (version === undefined) return undefined;
  const forced = new Set(JSON.parse(row.force_user_ids_json) as string[]);
  return { row, version, forced, eligibility: eligibilityOf(row), known: new Map() };
}

/** Conditions refer to the start of the canary, so that membership does not change. */
export function eligibilityOf(row: CanaryRow): Eligibility | undefined {
  const { min_account_age_days: age, prefer_active, web_only, started_at_ms: startMs } = row;
  if (age === null && prefer_active === 0 && web_only === 0) return undefined;
  return {
    ...(age !== null && { createdBeforeMs: startMs - age * DAY_MS }),
    ...(prefer_active === 1 && { activeWithin: [startMs - ACTIVE_DAYS * DAY_MS, startMs] }),
    webOnly: web_only === 1,
  };
}

function openExperiment(needs: Needs, row: ExperimentRow): ExperimentInForce {
  const patch = JSON.parse(row.treatment_patch_json) as Patch;
  const opened: ExperimentInForce = { row, patch, known: new Map(), treatments: new WeakMap() };
  const { parameters } = parametersInForce(needs);
  if (withTreatment(opened, parameters) === parameters) {
    needs.log.error(
      { experiment: row.id },
      "the experiment's treatment does not fit the configuration",
    );
  }
  return opened;
}

/**
 * These parameters with the treatment's patch. If a later configuration change makes the
 * combination invalid, the parameters are returned unchanged.
 */
export function withTreatment(
  experiment: ExperimentInForce,
  base: EngineParameters,
): EngineParameters {
  const known = experiment.treatments.get(base);
  if (known !== undefined) return known;
  const patched = withParameters(base, experiment.patch);
  const treatment = validateParameters(patched).ok ? patched : base;
  experiment.treatments.set(base, treatment);
  return treatment;
}
