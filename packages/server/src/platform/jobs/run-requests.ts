import type { Deps } from "../../deps.ts";
import type { Database } from "../database/tables.ts";
import type { Job } from "./job.ts";
import type { Leases } from "./leases.ts";

/** A request that no process has taken by then is void: nobody expects its run any more. */
const VALID_MS = 300_000;

const NOT_NOTIFIED = "other processes could not be notified of running workers";

type Needs = Pick<Deps, "clock" | "database" | "instance" | "log">;

/**
 * Runs requested by administrators, passed through the database to the process that may run the
 * worker.
 */
export interface RunRequests {
  /**
   * @param isKnownIdle  whether the worker belongs to this process and is idle, so that its last
   * report to the others does not matter
   * @returns false if the worker is running or already requested
   */
  put(tx: Database, worker: string, isKnownIdle: boolean): Promise<boolean>;
  /** Takes the requests for these workers; each is taken once. */
  take(workers: readonly string[]): Promise<string[]>;
  /** Reports to the other processes which workers have been running for longer. Never rejects. */
  tell(jobs: ReadonlyMap<string, Job>): Promise<void>;
  /** Withdraws the report of a run that has ended, if there was one. Never rejects. */
  reportEnd(worker: string): Promise<void> | undefined;
}

export function createRunRequests(needs: Needs, leases: Pick<Leases, "holds">): RunRequests {
  const { clock, database, instance, log } = needs;
  let announced: ReadonlySet<string> = new Set();

  const takeBack = async (worker: string) => {
    announced = announced.difference(new Set([worker]));
    try {
      await noteRunning(database, worker, instance.id, null);
    } catch (cause) {
      log.warn({ cause }, NOT_NOTIFIED);
    }
  };
  const reportEnd = (worker: string) => (announced.has(worker) ? takeBack(worker) : undefined);

  return {
    async put(tx, worker, isKnownIdle) {
      const nowMs = clock.nowMs();
      if (!isKnownIdle && (await isRunning(tx, worker, nowMs))) return false;
      return insertRequest(tx, worker, nowMs);
    },
    async take(workers) {
      if (!(await isAnyRequested(database))) return [];
      return takeRequests(database, workers, clock.nowMs() - VALID_MS);
    },
    async tell(jobs) {
      const running = [...jobs.values()].filter(
        (job) => job.runningSinceMs !== undefined && leases.holds(job.worker.name),
      );
      const names = new Set(running.map(({ worker }) => worker.name));
      try {
        for (const name of announced.difference(names)) {
          await noteRunning(database, name, instance.id, null);
        }
        for (const { worker, runningSinceMs = 0 } of running) {
          if (announced.has(worker.name)) continue;
          await noteRunning(database, worker.name, instance.id, runningSinceMs);
        }
        announced = names;
        // Workers that ended while the others were being reported.
        for (const name of names) if (jobs.get(name)?.running !== true) await reportEnd(name);
      } catch (cause) {
        log.warn({ cause }, NOT_NOTIFIED);
      }
    },
    reportEnd,
  };
}

async function isRunning(db: Database, worker: string, nowMs: number): Promise<boolean> {
  const row = await db
    .selectFrom("job_leases")
    .select("running_since_ms")
    .where("worker", "=", worker)
    .where("expires_at_ms", ">", nowMs)
    .executeTakeFirst();
  return (row?.running_since_ms ?? null) !== null;
}

/** @returns false if there already is a request */
async function insertRequest(db: Database, worker: string, nowMs: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("job_run_requests")
    .values({ worker, requested_at_ms: nowMs })
    .onConflict((conflict) =>
      conflict
        .column("worker")
        .doUpdateSet({ requested_at_ms: nowMs })
        .where("job_run_requests.requested_at_ms", "<=", nowMs - VALID_MS),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Reads only, because polling must not keep the disk awake. */
async function isAnyRequested(db: Database): Promise<boolean> {
  const row = await db.selectFrom("job_run_requests").select("worker").limit(1).executeTakeFirst();
  return row !== undefined;
}

async function takeRequests(
  db: Database,
  workers: readonly string[],
  afterMs: number,
): Promise<string[]> {
  const taken = await db
    .deleteFrom("job_run_requests")
    .where("worker", "in", workers)
    .returning(["worker", "requested_at_ms"])
    .execute();
  return taken.filter((row) => row.requested_at_ms > afterMs).map(({ worker }) => worker);
}

async function noteRunning(
  db: Database,
  worker: string,
  holder: string,
  sinceMs: number | null,
): Promise<void> {
  await db
    .updateTable("job_leases")
    .set({ running_since_ms: sinceMs })
    .where("worker", "=", worker)
    .where("holder", "=", holder)
    .execute();
}
