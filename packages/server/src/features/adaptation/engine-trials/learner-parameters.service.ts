import type { EngineParameters } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import { parametersInForce } from "../engine-config/engine-config.service.ts";
import { dayRulesIn, listDayRules } from "../../accounts/preferences/preferences.service.ts";
import type { ArmAssignment, ArmObservation } from "./arm-stats.service.ts";
import { listEligible } from "./canary.repo.ts";
import { insertArms, listArms } from "./experiments.repo.ts";
import { stableDraw } from "./stable-draw.ts";
import {
  withTreatment,
  trialsInForce,
  type CanaryInForce,
  type ExperimentInForce,
} from "./trials-in-force.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Engine parameters of one learner. */
export interface LearnerParameters {
  readonly parameters: EngineParameters;
  readonly versionHash: string;
  /** `<experiment id>:<arm>`; null outside a running experiment. */
  readonly experimentArm: string | null;
  /** The learner's arm in the active canary; null without one. */
  readonly canaryArm: ArmAssignment | null;
  /** Fallback if the engine fails with a canary's parameters. */
  readonly stable?: LearnerParameters;
}

/** Parameters of each of the requested learners. */
export type ParametersOf = (userId: string) => LearnerParameters;

/** Learners cached for a canary or an experiment. Each further one costs a query. */
const KNOWN_MAX = 100_000;

/**
 * The current engine parameters of these learners: the active version, or the canary's for its
 * members, with the experiment's patch for learners in the treatment arm. Read them once per batch.
 *
 * @param exposed  the parameters are about to be used: the learners' arms are stored in `db`
 */
export async function parametersOf(
  needs: Needs,
  db: Database,
  userIds: readonly string[],
  { exposed }: { readonly exposed: boolean },
): Promise<ParametersOf> {
  const { canary, experiment } = trialsInForce(needs);
  const inForce = parametersInForce(needs);
  const base: LearnerParameters = { ...inForce, experimentArm: null, canaryArm: null };
  if (canary === undefined && experiment === undefined) return () => base;
  const members = canary === undefined ? undefined : await membersAmong(db, canary, userIds);
  const arms =
    experiment === undefined ? undefined : await armsOf(needs, db, experiment, userIds, exposed);
  return (userId) => {
    const arm = arms?.get(userId) ?? null;
    const inExperiment = withArm(base, experiment, arm);
    if (canary === undefined || members === undefined) return inExperiment;
    const canaryId = canary.row.id;
    const stable: LearnerParameters = { ...inExperiment, canaryArm: { canaryId, arm: "stable" } };
    if (!members.has(userId)) return stable;
    const { parameters, versionHash } = canary.version;
    const served = withArm({ ...base, parameters, versionHash }, experiment, arm);
    return { ...served, canaryArm: { canaryId, arm: "canary" }, stable };
  };
}

/** Like `parametersOf`, for one learner and without storing an arm. */
export async function parametersOfLearner(
  needs: Needs,
  userId: string,
): Promise<LearnerParameters> {
  return (await parametersOf(needs, needs.database, [userId], { exposed: false }))(userId);
}

/**
 * Calls the engine with a learner's parameters. If it fails with a canary's, the failure counts
 * against the canary and the call is repeated with the active parameters.
 *
 * @param count  receives the failure, at once or after the commit; see `recordArmObservations`
 */
export function withStableFallback<T>(
  served: LearnerParameters,
  count: (failure: ArmObservation) => void,
  call: (served: LearnerParameters) => T,
): T {
  const { canaryArm, stable } = served;
  try {
    return call(served);
  } catch (error) {
    if (stable === undefined) throw error;
    if (canaryArm !== null) count({ ...canaryArm, reward: -1, isAnomaly: true });
    return call(stable);
  }
}

/** Every set of parameters a learner may currently have. */
export function parameterVariants(needs: Pick<Deps, "database">): EngineParameters[] {
  const { canary, experiment } = trialsInForce(needs);
  const bases = [parametersInForce(needs).parameters];
  if (canary !== undefined) bases.push(canary.version.parameters);
  if (experiment === undefined) return bases;
  return [...bases, ...bases.map((base) => withTreatment(experiment, base))];
}

function withArm(
  base: LearnerParameters,
  experiment: ExperimentInForce | undefined,
  arm: "control" | "treatment" | null,
): LearnerParameters {
  if (experiment === undefined || arm === null) return base;
  const experimentArm = `${experiment.row.id}:${arm}`;
  if (arm === "control") return { ...base, experimentArm };
  return { ...base, experimentArm, parameters: withTreatment(experiment, base.parameters) };
}

/** The facts that decide who is a member of a canary. */
export type Membership = Omit<CanaryInForce, "version">;

/** Members of a canary among these learners: forced ones, and a fixed share of eligible ones. */
export async function membersAmong(
  db: Database,
  canary: Membership,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { row, forced } = canary;
  const drawn = userIds.filter((id) => stableDraw(row.version_hash, id) * 100 < row.percent);
  const eligible = await eligibleAmong(db, canary, drawn);
  return new Set([...eligible, ...userIds.filter((id) => forced.has(id))]);
}

async function eligibleAmong(
  db: Database,
  { eligibility, known }: Membership,
  userIds: readonly string[],
): Promise<readonly string[]> {
  if (eligibility === undefined) return userIds;
  const unknown = userIds.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    if (known.size + unknown.length > KNOWN_MAX) known.clear();
    const found = new Set(await listEligible(db, eligibility, unknown));
    for (const id of unknown) known.set(id, found.has(id));
  }
  return userIds.filter((id) => known.get(id) === true);
}

type Arms = ReadonlyMap<string, "control" | "treatment" | null>;

/** Arms of these learners. Stored arms take precedence: they were fixed at the first exposure. */
async function armsOf(
  needs: Needs,
  db: Database,
  experiment: ExperimentInForce,
  userIds: readonly string[],
  exposed: boolean,
): Promise<Arms> {
  const { row, known } = experiment;
  if (known.size > KNOWN_MAX) known.clear();
  const arms = new Map<string, "control" | "treatment" | null>();
  const unknown: string[] = [];
  for (const userId of userIds) {
    const arm = known.get(userId) ?? outside(experiment, userId);
    if (arm === undefined) unknown.push(userId);
    else arms.set(userId, arm);
  }
  if (unknown.length === 0) return arms;
  for (const stored of await listArms(db, row.id, unknown)) {
    known.set(stored.user_id, stored.arm);
    arms.set(stored.user_id, stored.arm);
  }
  const fresh = unknown.filter((userId) => !arms.has(userId));
  // Not cached until they are read back, because the transaction that stores them may still fail.
  for (const userId of fresh) arms.set(userId, drawnArm(row.id, userId));
  if (exposed) await storeArms(needs, db, row.id, fresh);
  return arms;
}

/** null for a learner outside the experiment's share of traffic, undefined for one inside. */
function outside({ row, known }: ExperimentInForce, userId: string): null | undefined {
  if (known.has(userId)) return null;
  if (stableDraw(`${row.id}:traffic`, userId) * 100 < row.traffic_pct) return undefined;
  known.set(userId, null);
  return null;
}

function drawnArm(experimentId: string, userId: string): "control" | "treatment" {
  return stableDraw(experimentId, userId) < 0.5 ? "control" : "treatment";
}

async function storeArms(
  { clock, settings }: Needs,
  db: Database,
  experimentId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const nowMs = clock.nowMs();
  const rules = await listDayRules(db, userIds, settings.APP_TIMEZONE);
  const rows = userIds.map((userId) => {
    const { timeZone, dayStartHour } = dayRulesIn(rules, userId);
    return {
      experiment_id: experimentId,
      user_id: userId,
      arm: drawnArm(experimentId, userId),
      exposed_day: localDay(nowMs, timeZone, dayStartHour),
      exposed_at_ms: nowMs,
    };
  });
  await insertArms(db, rows);
}
