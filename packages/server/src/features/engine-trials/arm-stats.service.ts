import type { ArmStats } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import { perApp } from "../../platform/per-app.ts";
import { addArmStats, listArmStats, type ArmStatsRow } from "./canary.repo.ts";

type Needs = Pick<Deps, "database">;

/** A learner's side of a canary. */
export interface ArmSeat {
  readonly canaryId: number;
  readonly arm: ArmStatsRow["arm"];
}

/** What one answer tells about its side. */
export interface ArmNote extends ArmSeat {
  /** −1..1 */
  readonly reward: number;
  readonly isAnomaly: boolean;
}

const waiting = perApp<Needs, { sums: Map<string, ArmStatsRow> }>(() => ({ sums: new Map() }));

/** Counts answers for their sides. To be called after the commit of what they are about. */
export function noteArms(needs: Needs, notes: readonly ArmNote[]): void {
  const { sums } = waiting(needs);
  for (const { canaryId, arm, reward, isAnomaly } of notes) {
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

/** Writes what this process counted since the last time; when that fails, the next time does. */
export async function flushArmStats(needs: Needs): Promise<void> {
  const place = waiting(needs);
  const { sums } = place;
  if (sums.size === 0) return;
  place.sums = new Map();
  try {
    await addArmStats(needs.database, [...sums.values()]);
  } catch (error) {
    for (const [key, sum] of sums) place.sums.set(key, added(sum, place.sums.get(key)));
    throw error;
  }
}

/** Both sides of a canary, as far as they are written. */
export async function readArms(
  needs: Needs,
  canaryId: number,
): Promise<{ stable: ArmStats; canary: ArmStats }> {
  const rows = await listArmStats(needs.database, canaryId);
  const of = (arm: ArmStatsRow["arm"]) =>
    toArmStats(rows.find((row) => row.arm === arm) ?? emptySum(canaryId, arm));
  return { stable: of("stable"), canary: of("canary") };
}

/** Rewards lie within −1..1, so that sums of squares lose nothing that matters. */
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
  const nothing = { answers: 0, reward_sum: 0, reward_squares: 0, anomalies: 0 };
  return { canary_id: canaryId, arm, ...nothing };
}
