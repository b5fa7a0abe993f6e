import type { MonitoredWorker } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { redactText } from "../../../platform/observability/log-redaction.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";

/** All workers by name. */
export async function listWorkers({ jobs }: Pick<Deps, "jobs">): Promise<MonitoredWorker[]> {
  const status = await jobs.status();
  return status
    .map(({ lastRunAtMs, nextRunAtMs, lastError, ...worker }) => ({
      ...worker,
      lastRunAt: timestamp(lastRunAtMs),
      lastError: lastError === null ? null : redactText(lastError),
      nextRunAt: timestamp(nextRunAtMs),
    }))
    .toSorted((a, b) => (a.workerName < b.workerName ? -1 : 1));
}

/**
 * Lets a worker run now, on the process that is responsible for it.
 *
 * @throws AppError NOT_FOUND, WORKER_RUNNING
 */
export async function runWorker(
  { clock, database, jobs }: Pick<Deps, "clock" | "database" | "jobs">,
  by: Admin,
  name: string,
): Promise<void> {
  await transact(database, async (tx) => {
    const answer = await jobs.requestRun(tx, name);
    if (answer === "unknown") refuse("NOT_FOUND", "No such worker.");
    if (answer === "running") refuse("WORKER_RUNNING");
    const target = { type: "worker", id: name } as const;
    await writeAudit(tx, { by, action: "worker.run", atMs: clock.nowMs(), target });
  });
}

/** Infinity if no run is scheduled. */
function timestamp(ms: number | null): string | null {
  return ms === null || !Number.isFinite(ms) ? null : new Date(ms).toISOString();
}
