import type { Parameters } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { localDay } from "../../platform/local-day.ts";
import { parametersInForce } from "../engine-config/engine-config.service.ts";
import { dayRulesIn, listDayRules } from "../preferences/preferences.service.ts";
import { noteArms, type ArmSeat } from "./arm-stats.service.ts";
import { listEligible } from "./canary.repo.ts";
import { insertArms, listArms } from "./experiments.repo.ts";
import { stableDraw } from "./stable-draw.ts";
import {
  treatmentOver,
  trialsInForce,
  type CanaryInForce,
  type ExperimentInForce,
} from "./trials-in-force.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** What the engine runs on for one learner. */
export interface LearnerParameters {
  readonly parameters: Parameters;
  readonly versionHash: string;
  /** `<experiment id>:<arm>`; null outside a running experiment. */
  readonly experimentArm: string | null;
  /** The side of a canary the learner is on; null when there is no canary. */
  readonly seat: ArmSeat | null;
  /** What to go back to when the engine fails under a canary's parameters. */
  readonly stable?: LearnerParameters;
}

/** Tells the parameters of each learner that was asked for. */
export type ParametersOf = (userId: string) => LearnerParameters;

/** Learners remembered for a canary or an experiment; it costs a look-up to forget one. */
const KNOWN_MAX = 100_000;

/**
 * What the engine runs on for these learners right now: the version in force, a canary's for its
 * members, with the experiment's patch for those in the treatment arm. Ask once and use the answer
 * for a whole batch.
 *
 * @param exposed  these learners are about to be treated by it: their arms are frozen, in `db`
 */
export async function parametersOf(
  needs: Needs,
  db: Database,
  userIds: readonly string[],
  { exposed }: { readonly exposed: boolean },
): Promise<ParametersOf> {
  const { canary, experiment } = trialsInForce(needs);
  const inForce = parametersInForce(needs);
  const usual: LearnerParameters = { ...inForce, experimentArm: null, seat: null };
  if (canary === undefined && experiment === undefined) return () => usual;
  const members = canary === undefined ? undefined : await membersAmong(db, canary, userIds);
  const arms =
    experiment === undefined ? undefined : await armsOf(needs, db, experiment, userIds, exposed);
  return (userId) => {
    const arm = arms?.get(userId) ?? null;
    const stable = withArm(usual, experiment, arm);
    if (canary === undefined || members === undefined) return stable;
    const canaryId = canary.row.id;
    const standing: LearnerParameters = { ...stable, seat: { canaryId, arm: "stable" } };
    if (!members.has(userId)) return standing;
    const { parameters, versionHash } = canary.version;
    const served = withArm({ ...usual, parameters, versionHash }, experiment, arm);
    return { ...served, seat: { canaryId, arm: "canary" }, stable: standing };
  };
}

/** The same for one learner, for looking only. */
export async function parametersOfLearner(
  needs: Needs,
  userId: string,
): Promise<LearnerParameters> {
  return (await parametersOf(needs, needs.database, [userId], { exposed: false }))(userId);
}

/**
 * Asks the engine under a learner's parameters. When it fails under a canary's, the canary is told
 * and those in force answer.
 */
export function orStable<T>(
  needs: Pick<Deps, "database">,
  { parameters, seat, stable }: LearnerParameters,
  ask: (parameters: Parameters) => T,
): T {
  try {
    return ask(parameters);
  } catch (error) {
    if (stable === undefined) throw error;
    if (seat !== null) noteArms(needs, [{ ...seat, reward: -1, isAnomaly: true }]);
    return ask(stable.parameters);
  }
}

/** Every set of parameters that some learner may be served right now. */
export function parameterVariants(needs: Pick<Deps, "database">): Parameters[] {
  const { canary, experiment } = trialsInForce(needs);
  const bases = [parametersInForce(needs).parameters];
  if (canary !== undefined) bases.push(canary.version.parameters);
  if (experiment === undefined) return bases;
  return [...bases, ...bases.map((base) => treatmentOver(experiment, base))];
}

function withArm(
  base: LearnerParameters,
  experiment: ExperimentInForce | undefined,
  arm: "control" | "treatment" | null,
): LearnerParameters {
  if (experiment === undefined || arm === null) return base;
  const experimentArm = `${experiment.row.id}:${arm}`;
  if (arm === "control") return { ...base, experimentArm };
  return { ...base, experimentArm, parameters: treatmentOver(experiment, base.parameters) };
}

/** Members of a canary among these learners: those named, and a stable share of the eligible. */
export async function membersAmong(
  db: Database,
  canary: CanaryInForce,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { row, forced } = canary;
  const drawn = userIds.filter((id) => stableDraw(row.version_hash, id) * 100 < row.percent);
  const eligible = await eligibleAmong(db, canary, drawn);
  return new Set([...eligible, ...userIds.filter((id) => forced.has(id))]);
}

async function eligibleAmong(
  db: Database,
  { eligibility, known }: CanaryInForce,
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

/** Arms of these learners. A stored arm wins: it was frozen when the learner was first treated. */
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
  // Known only once they are read back: the transaction that stores them may still fail.
  for (const userId of fresh) arms.set(userId, drawnArm(row.id, userId));
  if (exposed) await freeze(needs, db, row.id, fresh);
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

async function freeze(
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
