import type { ArmStats } from "@wordloom/engine/experiments";
import type { Deps } from "../../../deps.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { addArmStats, listArmStats, type ArmStatsRow } from "./canary.repo.ts";

type Needs = Pick<Deps, "database">;

/** A learner's arm in a canary. */
export interface ArmAssignment {
  readonly canaryId: number;
  readonly arm: ArmStatsRow["arm"];
}

/** One answer's contribution to the statistics of its arm. */
export interface ArmObservation extends ArmAssignment {
  /** −1..1 */
  readonly reward: number;
  readonly isAnomaly: boolean;
}

const waiting = perApp<Needs, { sums: Map<string, ArmStatsRow> }>(() => ({ sums: new Map() }));

/** Counts a failure at once. Failures during answers are counted when the answers are committed. */
export function countFailures(needs: Needs): (failure: ArmObservation) => void {
  return (failure) => recordArmObservations(needs, [failure]);
}

/** Counts answers for their arms. Call after the commit of the answers. */
export function recordArmObservations(needs: Needs, observations: readonly ArmObservation[]): void {
  const { sums } = waiting(needs);
  for (const { canaryId, arm, reward, isAnomaly } of observations) {
    const key = `${canaryId}:${arm}`;
    const sum = sums.get(key) ?? emptySum(canaryId, arm);
    sums.set(key, {
      ...sum,
      answers: sum.answers + 1,
      reward_sum: sum.reward_sum + reward,
      reward_squares: sum.reward_squares + reward ** 2,
      anomalies: sum.anomalies + Number(isAnomaly),
    });
  }
}

/** Writes this process's counts since the last flush. After a failure they are kept. */
export async function flushArmStats(needs: Needs): Promise<void> {
  const state = waiting(needs);
  const { sums } = state;
  if (sums.size === 0) return;
  state.sums = new Map();
  try {
    await transact(needs.database, (tx) => addArmStats(tx, [...sums.values()]));
  } catch (error) {
    for (const [key, sum] of sums) state.sums.set(key, added(sum, state.sums.get(key)));
    throw error;
  }
}

/** Stored statistics of both arms of a canary. */
export async function readArms(
  needs: Needs,
  canaryId: number,
): Promise<{ stable: ArmStats; canary: ArmStats }> {
  const rows = await listArmStats(needs.database, canaryId);
  const of = (arm: ArmStatsRow["arm"]) =>
    toArmStats(rows.find((row) => row.arm === arm) ?? emptySum(canaryId, arm));
  return { stable: of("stable"), canary: of("canary") };
}

/** Rewards are within −1..1, so sums of squares are precise enough. */
function toArmStats(row: ArmStatsRow): ArmStats {
  const n = row.answers;
  const rewardMean = n === 0 ? 0 : row.reward_sum / n;
  const spread = Math.max(0, row.reward_squares - n * rewardMean ** 2);
  const rewardVariance = n < 2 ? 0 : spread / (n - 1);
  return { n, rewardMean, rewardVariance, anomalies: row.anomalies };
}

function added(sum: ArmStatsRow, other: ArmStatsRow | undefined): ArmStatsRow {
  if (other === undefined) return sum;
  return {
    ...sum,
    answers: sum.answers + other.answers,
    reward_sum: sum.reward_sum + other.reward_sum,
    reward_squares: sum.reward_squares + other.reward_squares,
    anomalies: sum.anomalies + other.anomalies,
  };
}

function emptySum(canaryId: number, arm: ArmStatsRow["arm"]): ArmStatsRow {
  const zeros = { answers: 0, reward_sum: 0, reward_squares: 0, anomalies: 0 };
  return { canary_id: canaryId, arm, ...zeros };
}
