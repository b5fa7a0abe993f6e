import { validateParameters, withParameters, type Parameters } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import { DAY_MS } from "../../platform/durations.ts";
import { perApp } from "../../platform/per-app.ts";
import {
  loadVersion,
  parametersInForce,
  type ParametersInForce,
} from "../engine-config/engine-config.service.ts";
import { findActiveCanary, type CanaryRow, type Eligibility } from "./canary.repo.ts";
import { findRunningExperiment, type ExperimentRow } from "./experiments.repo.ts";

type Needs = Pick<Deps, "database" | "log" | "settings">;

export type Patch = Readonly<Record<string, number | boolean>>;

/** A canary as this process serves it. */
export interface CanaryInForce {
  readonly row: CanaryRow;
  readonly version: ParametersInForce;
  readonly forced: ReadonlySet<string>;
  /** undefined: everyone is. */
  readonly eligibility: Eligibility | undefined;
  /** Who was found to be eligible, or not: it is asked once for a learner. */
  readonly known: Map<string, boolean>;
}

/** A running experiment as this process serves it. */
export interface ExperimentInForce {
  readonly row: ExperimentRow;
  readonly patch: Patch;
  /** Arms read from the database; null: the learner takes no part. */
  readonly known: Map<string, "control" | "treatment" | null>;
  /** Parameters of the treatment, by those it is laid over. */
  readonly treatments: WeakMap<Parameters, Parameters>;
}

interface Trials {
  /** The canary that was seen last, served or not. */
  seen?: CanaryRow | undefined;
  canary?: CanaryInForce | undefined;
  experiment?: ExperimentInForce | undefined;
}

/** Days before the start in which an active learner gave an answer. */
const ACTIVE_DAYS = 7;

const memory = perApp<Pick<Deps, "database">, Trials>(() => ({}));

export function trialsInForce(needs: Pick<Deps, "database">): Readonly<Trials> {
  return memory(needs);
}

/** One look at a time: of two that overlap, the older one must not have the last word. */
const looking = perApp<Pick<Deps, "database">, { last: Promise<void> }>(() => ({
  last: Promise.resolve(),
}));

/**
 * Keeps to what is stored about canary and experiment, wherever it was changed. A canary whose
 * version cannot be used is reported and served to nobody.
 */
export function followTrials(needs: Needs): Promise<void> {
  const place = looking(needs);
  const look = place.last.then(() => lookAtTrials(needs));
  place.last = look.catch(() => undefined);
  return look;
}

async function lookAtTrials(needs: Needs): Promise<void> {
  const trials = memory(needs);
  const [canary, experiment] = await Promise.all([
    findActiveCanary(needs.database),
    findRunningExperiment(needs.database),
  ]);
  if (isOther(trials.seen, canary)) {
    trials.canary = await seatCanary(needs, canary);
    // Only now: when the version could not be read, the next look tries again.
    trials.seen = canary;
  }
  if (trials.experiment?.row.id !== experiment?.id) {
    trials.experiment = experiment === undefined ? undefined : openExperiment(needs, experiment);
  }
}

function isOther(seen: CanaryRow | undefined, stored: CanaryRow | undefined): boolean {
  return seen?.id !== stored?.id || seen?.percent !== stored?.percent;
}

async function seatCanary(
  needs: Needs,
  row: CanaryRow | undefined,
): Promise<CanaryInForce | undefined> {
  if (row === undefined) return undefined;
  const version = await loadVersion(needs, row.version_hash);
  if (version === undefined) return undefined;
  const forced = new Set(JSON.parse(row.force_user_ids_json) as string[]);
  return { row, version, forced, eligibility: eligibilityOf(row), known: new Map() };
}

/** Conditions look back from the start of the canary, so that membership does not change in it. */
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
  if (treatmentOver(opened, parameters) === parameters) {
    needs.log.error(
      { experiment: row.id },
      "the experiment's treatment does not fit the configuration",
    );
  }
  return opened;
}

/**
 * The parameters of the treatment arm over these. Where both together break a rule, because the
 * configuration was changed meanwhile, they are served as they are.
 */
export function treatmentOver(experiment: ExperimentInForce, base: Parameters): Parameters {
  const known = experiment.treatments.get(base);
  if (known !== undefined) return known;
  const patched = withParameters(base, experiment.patch);
  const treatment = validateParameters(patched).ok ? patched : base;
  experiment.treatments.set(base, treatment);
  return treatment;
}
