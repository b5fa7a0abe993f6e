import type { Deps } from "../../../deps.ts";
import { readRestoreMark } from "../../../platform/database/restore-mark.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { perApp } from "../../../platform/memory/per-app.ts";

type Needs = Pick<Deps, "database">;

/** The restore after which this app was opened; null without one. */
const known = perApp((_: Needs) => ({ epoch: null as string | null }));

/**
 * Call before any data of the database is cached. Then a restore by another process while the app
 * is being opened is noticed as well.
 */
export async function noteRestoreEpoch(needs: Needs): Promise<void> {
  known(needs).epoch = await readEpoch(needs);
}

/**
 * Reopens this process's app when another process has restored the database, because all cached
 * data is from the former one.
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
    deps.log.warn({}, "another process has restored the database; restarting");
    deps.installation.reopenApp();
  },
};

async function readEpoch({ database }: Needs): Promise<string | null> {
  return (await readRestoreMark(database))?.epoch ?? null;
}
