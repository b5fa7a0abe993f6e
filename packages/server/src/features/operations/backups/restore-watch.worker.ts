import type { Deps } from "../../../deps.ts";
import { readRestoreMark } from "../../../platform/database/restore-mark.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { perApp } from "../../../platform/memory/per-app.ts";

type Needs = Pick<Deps, "database">;

/** The restore after which this app was opened; null: there was none. */
const known = perApp((_: Needs) => ({ epoch: null as string | null }));

/**
 * To be called before anything of the database is held in memory: a restore by another process that
 * comes while the app is being opened is then noticed, too.
 */
export async function noteRestoreEpoch(needs: Needs): Promise<void> {
  known(needs).epoch = await readEpoch(needs);
}

/**
 * Opens the app of this process anew when another process has restored the database: what is held
 * in memory is of the former one.
 */
export const restoreWatch: Worker = {
  name: "restore_watch",
  schedule: { everyMs: 5_000 },
  everywhere: true,
  async run(deps) {
    const epoch = await readEpoch(deps);
    const held = known(deps);
    if (held.epoch === epoch) return;
    held.epoch = epoch;
    deps.log.warn({}, "another process has restored the database; beginning anew");
    deps.installation.startAnew();
  },
};

async function readEpoch({ database }: Needs): Promise<string | null> {
  return (await readRestoreMark(database))?.epoch ?? null;
}
