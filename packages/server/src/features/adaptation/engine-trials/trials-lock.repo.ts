import { takeNamedLock } from "../../../platform/database/named-lock.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** Serializes starts of canaries and experiments, which check the running ones first. */
export async function lockTrials(tx: Database): Promise<void> {
  await takeNamedLock(tx, "engine_trials");
}
