import type { Deps } from "../../deps.ts";

/** A process that died loses its workers this long after its last sign of life. */
export const LEASE_MS = 15_000;
/** The same where only one process uses the database and an idle disk should stay idle. */
const SOLE_LEASE_MS = 120_000;

type Needs = Pick<Deps, "clock" | "database" | "log">;

/** Which workers this process may run, so that no two processes run the same one. */
export interface Leases {
  /** Takes what is free; renews ours when a third of their time is over. Never rejects. */
  renew(): Promise<void>;
  /** Whether the lease of a worker is ours right now. Judged without asking the database. */
  holds(workerName: string): boolean;
  /** Hands everything back, so that another process can go on at once. Never rejects. */
  release(): Promise<void>;
}

export interface LeaseOptions {
  /** Names this process; must differ between processes and between starts. */
  readonly holder: string;
  readonly workers: readonly string[];
  /**
   * The database belongs to one process: leases found at the start were left behind by one that did
   * not end well, and are taken at once.
   */
  readonly sole: boolean;
}

/**
 * Leases live in a table and run by the wall clock of the processes, which must agree to within a
 * few seconds. When renewing fails they lapse here by the monotonic clock, in time for others.
 */
export function createLeases(needs: Needs, options: LeaseOptions): Leases {
  // One order for all processes: two upserts of many rows cannot wait for each other.
  const workers = options.workers.toSorted();
  const leaseMs = options.sole ? SOLE_LEASE_MS : LEASE_MS;
  let takeOver = options.sole;
  let held: ReadonlySet<string> = new Set();
  let heldUntilMs = 0;

  return {
    holds: (name) => held.has(name) && needs.clock.monotonicMs() < heldUntilMs,

    async renew() {
      const nowMs = needs.clock.monotonicMs();
      const fresh = nowMs < heldUntilMs - (leaseMs * 2) / 3;
      if (fresh && held.size === workers.length) return;
      if (workers.length === 0) return;
      const untilMs = nowMs + leaseMs;
      try {
        held = await take(needs, { ...options, workers }, leaseMs, takeOver);
        heldUntilMs = untilMs;
        takeOver = false;
      } catch (cause) {
        needs.log.warn({ cause }, "worker leases could not be renewed");
      }
    },

    async release() {
      held = new Set();
      try {
        await needs.database
          .deleteFrom("job_leases")
          .where("holder", "=", options.holder)
          .execute();
      } catch (cause) {
        needs.log.warn({ cause }, "worker leases could not be released");
      }
    },
  };
}

async function take(
  { clock, database }: Needs,
  { holder, workers }: LeaseOptions,
  leaseMs: number,
  fromAnyone: boolean,
): Promise<Set<string>> {
  const nowMs = clock.nowMs();
  const rows = workers.map((worker) => ({ worker, holder, expires_at_ms: nowMs + leaseMs }));
  const taken = await database
    .insertInto("job_leases")
    .values(rows)
    .onConflict((conflict) => {
      const update = conflict.column("worker").doUpdateSet((row) => ({
        holder: row.ref("excluded.holder"),
        expires_at_ms: row.ref("excluded.expires_at_ms"),
      }));
      if (fromAnyone) return update;
      return update.where((row) =>
        row.or([
          row("job_leases.holder", "=", holder),
          row("job_leases.expires_at_ms", "<=", nowMs),
        ]),
      );
    })
    .returning("worker")
    .execute();
  return new Set(taken.map(({ worker }) => worker));
}
