import { holdAlone } from "../../platform/database/hold-alone.ts";
import type { Database } from "../../platform/database/tables.ts";

/** Serialises starts of canaries and experiments, which check the running ones first. */
export async function lockTrials(tx: Database): Promise<void> {
  await holdAlone(tx, "engine_trials");
}
