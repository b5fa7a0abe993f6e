import type { Deps } from "../../deps.ts";
import { dialectOf } from "../database/dialect/dialect-of.ts";
import type { OpenTransaction } from "../database/tables.ts";
import { onCommit } from "../database/transaction.ts";
import { everyByTimer, type Every } from "../time/every.ts";
import { createJob, type Job } from "./job.ts";
import { statusOf } from "./job-status.ts";
import type { Jobs, RunRequest } from "./jobs.ts";
import { createLeases, type Leases } from "./leases.ts";
import { createMissedRuns, isMadeUp, type MissedRuns } from "./missed-runs.ts";
import { createRemoteWake } from "./remote-wake.ts";
import { platformWorkers } from "./platform-workers.ts";
import { createRunLog, type RunLog, type RunOutcome } from "./run-log.ts";
import { createRunRequests, type RunRequests } from "./run-requests.ts";
import type { Worker } from "./worker.ts";

/** Report a worker after this many missed runs. */
const MISSES_ALARMING = 3;

/** A start on a busy machine is always late, which is no reason for an alarm. */
const GRACE_MS = 30_000;

const TICK_MS = 1_000;
const UPKEEP_EVERY_MS = 5_000;
const STOP_WAITS_MS = 5_000;
const LAST_RUN_MAX_MS = 2_000;

export interface JobRunner extends Jobs {
  start(): void;
  /** Asks running workers to stop, waits up to 5 s for them, and releases the leases. */
  stop(): Promise<void>;
  /**
   * Runs the workers that store in-memory state of this process; call it after the last request.
   */
  runLast(): Promise<void>;
  /**
   * Runs a worker now, regardless of its schedule, and resolves after that run; `running` if it is
   * already running, here or in another process; `unknown` if there is no such worker.
   */
  runNow(workerName: string): Promise<RunOutcome | "running" | "unknown">;
  /** Whether a worker is running in this process; undefined if there is no such worker. */
  isRunning(workerName: string): boolean | undefined;
  /** The work of the timer every second: checks time limits, renews leases, starts due workers. */
  tick(nowMs: number): void;
  /** Resolves when no runs are in progress, except those that were cut off. */
  idle(): Promise<void>;
}

interface Runner {
  readonly deps: Deps;
  readonly jobs: ReadonlyMap<string, Job>;
  readonly leases: Leases;
  readonly runLog: RunLog;
  readonly missedRuns: MissedRuns;
  readonly requests: RunRequests;
  readonly inFlight: Set<Promise<unknown>>;
  isStopping: boolean;
  /** By the monotonic clock. */
  startedAtMs: number;
}

/**
 * Runs the given workers and the platform's own. With WORKER_LEADER=false, only workers with
 * `everywhere`; the others need a lease, which only one process can hold.
 */
export function createJobRunner(
  deps: Deps,
  workers: readonly Worker[],
  options: { readonly every?: Every } = {},
): JobRunner {
  const missed = () => missedWorkers(runner);
  const runner = assemble(deps, [...workers, ...platformWorkers()]);
  const every = options.every ?? everyByTimer;
  let stopTimer: (() => void) | undefined;
  const ticker = createTicker(runner);
  const wakeHere = (workerName: string) => {
    const job = runner.jobs.get(workerName);
    if (job === undefined || stopTimer === undefined) return;
    job.schedule.wake();
    // Requests within one turn of the event loop result in one run.
    track(
      runner,
      nextRound().then(() => startIfDue(runner, job)),
    );
  };
  const wakeElsewhere = createRemoteWake(deps.peers);
  deps.peers.on("work_waiting", wakeHere);
  const isLed = (job: Job) => mayRun(runner, job);
  const isOn = (job: Job) => isEnabled(runner, job);
  const status = () => statusOf([...runner.jobs.values()], { ...runner, isLed, isOn });

  return {
    get started() {
      return stopTimer !== undefined;
    },
    missedWorkers: missed,
    wake(workerName) {
      if (stopTimer === undefined) return;
      wakeHere(workerName);
      const job = runner.jobs.get(workerName);
      if (job === undefined || !mayRun(runner, job)) wakeElsewhere(workerName);
    },
    start() {
      runner.isStopping = false;
      runner.startedAtMs = deps.clock.monotonicMs();
      for (const job of runner.jobs.values()) job.schedule.reset(deps.clock.nowMs());
      stopTimer ??= every(TICK_MS, () => ticker(deps.clock.nowMs()));
    },
    async stop() {
      stopTimer?.();
      stopTimer = undefined;
      runner.isStopping = true;
      for (const job of runner.jobs.values()) job.interrupt();
      await Promise.race([Promise.all(runner.inFlight), pause(STOP_WAITS_MS)]);
      await runner.runLog.flush();
      await runner.leases.release();
    },
    runLast: () => runLast(runner),
    requestRun: (tx, workerName) => requestRun(runner, tx, workerName),
    status,
    missedEverywhere: async () =>
      isYoung(runner)
        ? []
        : (await status()).filter(({ missCount }) => missCount >= MISSES_ALARMING),
    runNow: (workerName) => runNow(runner, workerName),
    isRunning: (workerName) => runner.jobs.get(workerName)?.running,
    tick: ticker,
    async idle() {
      while (runner.inFlight.size > 0) await Promise.all(runner.inFlight);
    },
  };
}

function assemble(deps: Deps, workers: readonly Worker[]): Runner {
  const leading = workers.filter((worker) => leads(deps, worker));
  const runLog = createRunLog(deps);
  const jobs = workers.map((worker) =>
    createJob(worker, deps, (run) => {
      runLog.note(run, isMadeUp(worker));
      deps.metrics.workerRan(run.worker, run.startedAtMs, run.outcome);
      // A run that was cut off may still be running.
      const telling = run.outcome === "timeout" ? undefined : requests.reportEnd(run.worker);
      if (telling !== undefined) track(runner, telling);
    }),
  );
  const leases = createLeases(deps, {
    holder: deps.instance.id,
    workers: leading.filter((worker) => needsLease(deps, worker)).map(({ name }) => name),
    sole: dialectOf(deps.database) === "sqlite",
  });
  const byName = new Map(jobs.map((job) => [job.worker.name, job]));
  const missedRuns = createMissedRuns(deps, runLog);
  const requests = createRunRequests(deps, leases);
  const inFlight = new Set<Promise<unknown>>();
  const state = { isStopping: false, startedAtMs: Number.NEGATIVE_INFINITY, inFlight };
  const runner = { deps, jobs: byName, leases, runLog, missedRuns, requests, ...state };
  return runner;
}

function createTicker(runner: Runner): (nowMs: number) => void {
  const { clock } = runner.deps;
  let lastTickMs = 0;
  let upkeepDueMs = Number.NEGATIVE_INFINITY;

  return (nowMs) => {
    const wentBack = nowMs < lastTickMs;
    lastTickMs = nowMs;
    for (const job of runner.jobs.values()) {
      followCron(runner, job, nowMs);
      if (wentBack) job.schedule.clockSetBack(nowMs);
      job.checkTime();
      if (job.running && !mayRun(runner, job)) job.interrupt();
    }
    if (clock.monotonicMs() < upkeepDueMs) return startAllDue(runner);

    upkeepDueMs = clock.monotonicMs() + UPKEEP_EVERY_MS;
    track(runner, upkeep(runner));
  };
}

async function upkeep(runner: Runner): Promise<void> {
  const { clock } = runner.deps;
  const before = new Set(activeJobs(runner));
  await runner.leases.renew();
  const gained = activeJobs(runner).filter((job) => !before.has(job));
  for (const job of gained) job.schedule.reset(clock.nowMs());
  runner.missedRuns.check(gained);
  // Before the due workers of a start keep the database busy.
  await startRequested(runner);
  startAllDue(runner);
  await runner.requests.tell(runner.jobs);
  await runner.runLog.flushWhenDue();
  await runner.missedRuns.look();
}

function startAllDue(runner: Runner): void {
  for (const job of runner.jobs.values()) startIfDue(runner, job);
  makeUpNext(runner);
}

/** Runs the next worker that missed a run, unless another process has become responsible. */
function makeUpNext(runner: Runner): void {
  const { deps, missedRuns } = runner;
  const job = missedRuns.next();
  if (job === undefined) return;
  const mayStart = mayRun(runner, job) && isEnabled(runner, job);
  const run = mayStart ? job.run(deps.clock.nowMs()) : Promise.resolve();
  track(
    runner,
    run.finally(() => missedRuns.ended()),
  );
}

function startIfDue(runner: Runner, job: Job): void {
  const nowMs = runner.deps.clock.nowMs();
  // A worker woken during its run would start again just before the database closes.
  if (runner.isStopping || job.running || !job.schedule.isDue(nowMs)) return;
  if (!mayRun(runner, job) || !isEnabled(runner, job)) return;
  runner.missedRuns.drop(job);
  const run = job.run(nowMs).then(() => startIfDue(runner, job));
  track(runner, run);
}

async function runNow(
  runner: Runner,
  workerName: string,
): Promise<RunOutcome | "running" | "unknown"> {
  const job = runner.jobs.get(workerName);
  if (job === undefined || !leads(runner.deps, job.worker)) return "unknown";
  if (!mayRun(runner, job)) await runner.leases.renew();
  if (!mayRun(runner, job)) return "running";
  runner.missedRuns.drop(job);
  const run = job.run(runner.deps.clock.nowMs());
  track(runner, run);
  return run;
}

async function requestRun(
  runner: Runner,
  tx: OpenTransaction,
  workerName: string,
): Promise<RunRequest> {
  const job = runner.jobs.get(workerName);
  if (job === undefined) return "unknown";
  if (job.running) return "running";
  if (job.worker.everywhere === true) {
    onCommit(tx, () => track(runner, runRequested(runner, job)));
    return "started";
  }
  if (!(await runner.requests.put(tx, workerName, mayRun(runner, job)))) return "running";
  onCommit(tx, () => track(runner, startRequested(runner)));
  return "started";
}

/** Runs the workers that administrators asked for and that this process is responsible for. */
async function startRequested(runner: Runner): Promise<void> {
  if (runner.isStopping) return;
  const led = [...runner.jobs.values()].filter(
    (job) => job.worker.everywhere !== true && mayRun(runner, job),
  );
  if (led.length === 0) return;
  const asked = await runner.requests.take(led.map(({ worker }) => worker.name));
  for (const name of asked) {
    const job = runner.jobs.get(name);
    if (job !== undefined) track(runner, runRequested(runner, job));
  }
}

/** A scheduled run may have begun since the request was made. */
async function runRequested(runner: Runner, job: Job): Promise<void> {
  while (job.running) await job.ended;
  if (!runner.isStopping) await job.run(runner.deps.clock.nowMs(), "request");
}

/** Sequentially; a worker that fails or takes too long must not block the shutdown. */
async function runLast(runner: Runner): Promise<void> {
  const { deps } = runner;
  for (const job of runner.jobs.values()) {
    if (job.worker.atStop !== true || !leads(deps, job.worker)) continue;
    if (!isEnabled(runner, job)) continue;
    const signal = AbortSignal.timeout(LAST_RUN_MAX_MS);
    const run = job.worker.run(deps, signal).catch((cause: unknown) => {
      deps.log.warn({ cause, worker: job.worker.name }, "a worker failed during shutdown");
    });
    await Promise.race([run, pause(LAST_RUN_MAX_MS)]);
  }
}

/** Whether this process may be responsible for a worker. */
function leads({ settings }: Pick<Deps, "settings">, { everywhere }: Worker): boolean {
  return everywhere === true || settings.WORKER_LEADER;
}

function mayRun({ deps, leases }: Runner, { worker }: Job): boolean {
  return needsLease(deps, worker) ? leases.holds(worker.name) : leads(deps, worker);
}

/** Whether only one process at a time may run a worker. */
function needsLease({ database }: Pick<Deps, "database">, worker: Worker): boolean {
  if (worker.everywhere === true) return false;
  return worker.divided !== true || dialectOf(database) === "sqlite";
}

function isEnabled({ deps }: Runner, { worker }: Job): boolean {
  if (worker.cronInForce !== undefined && worker.cronInForce(deps) === undefined) return false;
  return worker.enabled?.(deps) ?? true;
}

/** While the schedule is off, its times pass, so switching it on makes up no runs. */
function followCron({ deps }: Runner, { worker, schedule }: Job, nowMs: number): void {
  if (worker.cronInForce === undefined) return;
  const cron = worker.cronInForce(deps);
  if (cron === undefined) schedule.reset(nowMs);
  else schedule.follow(cron, nowMs);
}

/** The jobs this process is responsible for at the moment. */
function activeJobs(runner: Runner): Job[] {
  return [...runner.jobs.values()].filter((job) => mayRun(runner, job) && isEnabled(runner, job));
}

function isYoung({ deps, startedAtMs }: Runner): boolean {
  return deps.clock.monotonicMs() - startedAtMs < GRACE_MS;
}

function missedWorkers(runner: Runner) {
  if (isYoung(runner)) return [];
  const nowMs = runner.deps.clock.nowMs();
  return activeJobs(runner)
    .map((job) => ({ workerName: job.worker.name, missCount: job.schedule.missCount(nowMs) }))
    .filter(({ missCount }) => missCount >= MISSES_ALARMING);
}

/** Tracks work until it has ended, and logs its errors, which would otherwise end the process. */
function track({ deps, inFlight }: Runner, work: Promise<unknown>): void {
  const guarded = work
    .catch((cause: unknown) => deps.log.error({ cause }, "the job runner failed"))
    .finally(() => inFlight.delete(guarded));
  inFlight.add(guarded);
}

function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
