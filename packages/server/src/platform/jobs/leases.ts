import { sql } from "kysely";
import type { Deps } from "../../deps.ts";
import type { Tables } from "../database/tables.ts";

/** A process that dies loses its workers this long after its last renewal. */
export const LEASE_MS = 15_000;
/** The same for a database used by one process, where an idle disk should stay idle. */
const SOLE_LEASE_MS = 120_000;

type Needs = Pick<Deps, "clock" | "database" | "log">;

/** Ensures that no two processes run the same worker. */
export interface Leases {
  /** Takes free leases; renews held ones after a third of their time. Never rejects. */
  renew(): Promise<void>;
  /** Whether this process holds the lease of a worker now; does not query the database. */
  holds(workerName: string): boolean;
  /** Releases all leases, so that another process can take over at once. Never rejects. */
  release(): Promise<void>;
}

export interface LeaseOptions {
  /** Identifies this process; must be unique for each process and start. */
  readonly holder: string;
  readonly workers: readonly string[];
  /**
   * The database is used by one process: leases found at the start were left by a crashed one and
   * are taken over at once.
   */
  readonly sole: boolean;
}

/**
 * Leases are rows of a table. They expire by the wall clocks of the processes, which may differ by
 * only a few seconds. If renewing fails, they expire here by the monotonic clock, before other
 * processes take them.
 *
 * A process whose clock was ahead when it died would keep its leases for that long. A lease
 * therefore also expires if this process has watched it for the time of a lease without a renewal.
 */
export function createLeases(needs: Needs, options: LeaseOptions): Leases {
  // The same order in all processes, so that two upserts of many rows cannot deadlock.
  const workers = options.workers.toSorted();
  const leaseMs = options.sole ? SOLE_LEASE_MS : LEASE_MS;
  let takeOver = options.sole;
  let held: ReadonlySet<string> = new Set();
  let heldUntilMs = 0;
  /** Whether rows may name this process. */
  let hasAsked = false;
  const watch = createLeaseWatch(needs.clock, leaseMs);

  return {
    holds: (name) => held.has(name) && needs.clock.monotonicMs() < heldUntilMs,

    async renew() {
      const nowMs = needs.clock.monotonicMs();
      const fresh = nowMs < heldUntilMs - (leaseMs * 2) / 3;
      if (fresh && held.size === workers.length) return;
      if (workers.length === 0) return;
      const untilMs = nowMs + leaseMs;
      hasAsked = true;
      try {
        const forsaken = takeOver ? [] : watch.forsaken(await listLeases(needs.database, options));
        held = await take(needs, { ...options, workers }, { leaseMs, takeOver, forsaken });
        heldUntilMs = untilMs;
        takeOver = false;
      } catch (cause) {
        needs.log.warn({ cause }, "worker leases could not be renewed");
      }
    },

    async release() {
      held = new Set();
      if (!hasAsked) return;
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

type Lease = Pick<Tables["job_leases"], "worker" | "holder" | "expires_at_ms">;

/** Finds leases that nobody renews, regardless of their expiry. */
function createLeaseWatch(clock: Needs["clock"], leaseMs: number) {
  let seen = new Map<string, Lease & { readonly sinceMs: number }>();

  return {
    /** @param leases  of other holders, as they are now */
    forsaken(leases: readonly Lease[]): Lease[] {
      const nowMs = clock.monotonicMs();
      const current = leases.map((lease) => {
        const former = seen.get(lease.worker);
        const isSame =
          former?.holder === lease.holder && former.expires_at_ms === lease.expires_at_ms;
        return { ...lease, sinceMs: isSame ? former.sinceMs : nowMs };
      });
      seen = new Map(current.map((lease) => [lease.worker, lease]));
      return current.filter(({ sinceMs }) => nowMs - sinceMs >= leaseMs);
    },
  };
}

async function listLeases(
  database: Needs["database"],
  { holder, workers }: LeaseOptions,
): Promise<Lease[]> {
  return database
    .selectFrom("job_leases")
    .select(["worker", "holder", "expires_at_ms"])
    .where("worker", "in", workers)
    .where("holder", "!=", holder)
    .execute();
}

interface Terms {
  readonly leaseMs: number;
  /** Whether to take leases from any holder. */
  readonly takeOver: boolean;
  /** Leases to take as well, unless they were renewed in the meantime. */
  readonly forsaken: readonly Lease[];
}

async function take(
  { clock, database }: Needs,
  { holder, workers }: LeaseOptions,
  { leaseMs, takeOver, forsaken }: Terms,
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
        // A run of another process ended with that process.
        running_since_ms: sql<number | null>`case when job_leases.holder = excluded.holder
          then job_leases.running_since_ms end`,
      }));
      if (takeOver) return update;
      return update.where((row) =>
        row.or([
          row("job_leases.holder", "=", holder),
          row("job_leases.expires_at_ms", "<=", nowMs),
          ...forsaken.map((lease) =>
            row.and([
              row("job_leases.worker", "=", lease.worker),
              row("job_leases.holder", "=", lease.holder),
              row("job_leases.expires_at_ms", "=", lease.expires_at_ms),
            ]),
          ),
        ]),
      );
    })
    .returning("worker")
    .execute();
  return new Set(taken.map(({ worker }) => worker));
}
