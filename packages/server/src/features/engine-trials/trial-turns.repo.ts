import { holdAlone } from "../../platform/database/hold-alone.ts";
import type { Database } from "../../platform/database/tables.ts";

/** For who looks at the trials there are and then starts one: those that begin together meet. */
export async function holdTrials(tx: Database): Promise<void> {
  await holdAlone(tx, "engine_trials");
}
