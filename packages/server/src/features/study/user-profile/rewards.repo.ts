import type { Database } from "../../../platform/database/tables.ts";
import type { RewardTypeName } from "./user-profile.tables.ts";

export async function findRewardType(
  db: Database,
  userId: string,
): Promise<RewardTypeName | undefined> {
  const row = await db
    .selectFrom("user_profiles")
    .select("reward_type")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.reward_type;
}

export async function saveRewardType(
  db: Database,
  userId: string,
  rewardType: RewardTypeName,
  atMs: number,
): Promise<void> {
  const columns = { reward_type: rewardType, updated_at_ms: atMs };
  await db
    .insertInto("user_profiles")
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(columns))
    .execute();
}
