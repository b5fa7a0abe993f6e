import { sql } from "kysely";
import type { Deps } from "../../deps.ts";
import { countRows } from "../database/count-rows.ts";
import type { RunOutcome } from "./jobs.ts";
import { latestStoredMs } from "../database/stored-times.ts";
import type { Database } from "../database/tables.ts";

export type { RunOutcome } from "./jobs.ts";

/** The outcome of one run of a worker. */
export interface FinishedRun {
  readonly worker: string;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly outcome: RunOutcome;
  readonly error: string | null;
}

const RUNS_KEPT_PER_WORKER = 200;
const BAD_RUNS_PER_FLUSH = 20;
const FLUSHES_PER_PRUNE = 60;
const GOOD_RUNS_FLUSH_MS = 60_000;
const ERROR_LENGTH_MAX = 500;

/** The history of worker runs, for `/monitoring/workers`. */
export interface RunLog {
  /**
   * Records a run; it stays in memory until the next flush.
   *
   * @param rare  whether the next run is hours away: the time of this one is then written soon
   */
  note(run: FinishedRun, rare?: boolean): void;
  /** The latest run of each worker, on any process. */
  latest(): Promise<ReadonlyMap<string, FinishedRun>>;
  /**
   * Start of the latest successful run of each worker, as far as written. For a run noted while the
   * clock was ahead it is the time when this log first read of it.
   */
  lastGood(): Promise<ReadonlyMap<string, number>>;
  /** The same of the runs whose time is known: without those noted while the clock was ahead. */
  lastGoodKnown(): Promise<ReadonlyMap<string, number>>;
  /** Writes the recorded runs. Never rejects; runs that cannot be written are lost. */
  flush(): Promise<void>;
  /**
   * The same, but only once a minute unless a run failed or was a rare one, so that an idle disk
   * stays idle.
   */
  flushWhenDue(): Promise<void>;
}

/**
 * Runs are written in batches, because some workers run many times a second. Of consecutive
 * successful runs only the last is written; failed runs are all written, up to a limit.
 */
export function createRunLog(needs: Pick<Deps, "clock" | "database" | "log">): RunLog {
  const { clock, database, log } = needs;
  const latestHere = new Map<string, FinishedRun>();
  const goodRuns = new Map<string, FinishedRun>();
  let badRuns: FinishedRun[] = [];
  let rareRuns = false;
  let flushes = 0;
  let flushedAtMs = clock.monotonicMs();
  const dated = createDating(clock);

  const flush = async () => {
    const runs = [...badRuns, ...goodRuns.values()];
    flushedAtMs = clock.monotonicMs();
    if (runs.length === 0) return;
    badRuns = [];
    rareRuns = false;
    goodRuns.clear();
    try {
      await insertRuns(
        database,
        runs.toSorted((a, b) => a.startedAtMs - b.startedAtMs),
      );
      if (flushes % FLUSHES_PER_PRUNE === 0) await pruneRuns(database);
      flushes += 1;
    } catch (cause) {
      log.warn({ cause }, "worker runs could not be recorded");
    }
  };

  return {
    flush,

    async flushWhenDue() {
      const due = clock.monotonicMs() - flushedAtMs >= GOOD_RUNS_FLUSH_MS;
      if (due || rareRuns || badRuns.length > 0) await flush();
    },

    note(run, rare = false) {
      rareRuns ||= rare;
      latestHere.set(run.worker, run);
      if (run.outcome === "ok") goodRuns.set(run.worker, run);
      else if (badRuns.length < BAD_RUNS_PER_FLUSH) badRuns.push(run);
    },

    async lastGood() {
      const found = await listLastGood(database, latestStoredMs(clock.nowMs()));
      return new Map(found.map(({ worker, atMs }) => [worker, dated(worker, atMs)]));
    },

    async lastGoodKnown() {
      const found = await listLastGood(database, latestStoredMs(clock.nowMs()));
      return new Map(
        found.flatMap(({ worker, knownMs }) => (knownMs === null ? [] : [[worker, knownMs]])),
      );
    },

    async latest() {
      const stored = await latestStored(database);
      const latestMs = latestStoredMs(clock.nowMs());
      const later = stored.filter(({ worker, startedAtMs }) => {
        const here = latestHere.get(worker);
        const isHereAhead = here !== undefined && here.startedAtMs > latestMs;
        return here === undefined || isHereAhead || here.startedAtMs < startedAtMs;
      });
      return new Map([...latestHere, ...later.map((run) => [run.worker, run] as const)]);
    },
  };
}

/** Remembers when runs dated in the future became known: nobody knows when they were. */
function createDating({ nowMs }: Pick<Deps["clock"], "nowMs">) {
  const ahead = new Map<string, { readonly atMs: number; readonly knownSinceMs: number }>();
  return (worker: string, atMs: number): number => {
    if (atMs <= latestStoredMs(nowMs())) return atMs;
    const known = ahead.get(worker);
    const knownSinceMs = known?.atMs === atMs ? Math.min(known.knownSinceMs, nowMs()) : nowMs();
    ahead.set(worker, { atMs, knownSinceMs });
    return knownSinceMs;
  };
}

async function insertRuns(database: Database, runs: readonly FinishedRun[]): Promise<void> {
  const rows = runs.map((run) => ({
    worker: run.worker,
    started_at_ms: run.startedAtMs,
    duration_ms: Math.round(run.durationMs),
    outcome: run.outcome,
    error: run.error?.slice(0, ERROR_LENGTH_MAX) ?? null,
  }));
  await database.insertInto("job_runs").values(rows).execute();
}

async function pruneRuns(database: Database): Promise<void> {
  await sql`delete from job_runs where id in (
    select id from (
      select id, row_number() over (partition by worker order by id desc) as place from job_runs
    ) as ranked where place > ${RUNS_KEPT_PER_WORKER}
  )`.execute(database);
}

/**
 * The start of each worker's latest successful run. One after `latestMs` counts only until another
 * one is written; `knownMs` is without such runs.
 */
async function listLastGood(database: Database, latestMs: number) {
  const { rows } = await sql<{ worker: string; at_ms: number; known_ms: number | null }>`
    select worker, known_ms, case when last_id = known_id then known_ms else last_ms end as at_ms
    from (
      select worker, max(id) as last_id, max(started_at_ms) as last_ms,
        max(case when started_at_ms <= ${latestMs} then id end) as known_id,
        max(case when started_at_ms <= ${latestMs} then started_at_ms end) as known_ms
      from job_runs where outcome = 'ok' group by worker
    ) as found`.execute(database);
  return rows.map(({ worker, at_ms, known_ms }) => ({
    worker,
    atMs: Number(at_ms),
    knownMs: known_ms === null ? null : Number(known_ms),
  }));
}

async function latestStored(database: Database): Promise<FinishedRun[]> {
  const rows = await database
    .selectFrom("job_runs")
    .selectAll()
    .where("id", "in", (query) =>
      query
        .selectFrom("job_runs")
        .select((row) => row.fn.max("id").as("id"))
        .groupBy("worker"),
    )
    .execute();
  return rows.map((row) => ({
    worker: row.worker,
    startedAtMs: row.started_at_ms,
    durationMs: row.duration_ms,
    outcome: row.outcome,
    error: row.error,
  }));
}

/** A run that failed or was cut off. */
export interface BadRun {
  readonly worker: string;
  readonly startedAtMs: number;
  readonly outcome: RunOutcome;
  readonly error: string | null;
}

/** The latest bad runs since a time, newest first, as far as written and kept. */
export async function listBadRuns(
  database: Database,
  sinceMs: number,
  limit: number,
): Promise<BadRun[]> {
  const rows = await database
    .selectFrom("job_runs")
    .select(["worker", "started_at_ms", "outcome", "error"])
    .where("outcome", "!=", "ok")
    .where("started_at_ms", ">=", sinceMs)
    .orderBy("started_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ started_at_ms, ...row }) => ({ ...row, startedAtMs: started_at_ms }));
}

export async function countBadRuns(database: Database, sinceMs: number): Promise<number> {
  return countRows(
    database
      .selectFrom("job_runs")
      .where("outcome", "!=", "ok")
      .where("started_at_ms", ">=", sinceMs),
  );
}
