import type { Health, Readiness } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refusedLately } from "../../../platform/memory/refused-writes.ts";
import { migrationStatus } from "../../../platform/database/migrate.ts";
import { createCachedValue } from "../../../platform/memory/cached-value.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { VERSION } from "../../../platform/basics/version.ts";
import { readBackupAge } from "../backups/backup-age.service.ts";
import { readOutboxBacklog } from "../../study/records/outbox.service.ts";
import { createDatabaseProbe, inTime, type DatabaseHealth } from "./database-probe.ts";
import { isReadOnly, pingDatabase } from "./health.repo.ts";
import { degradationReasons, refusalReasons, type Facts } from "./degradation.ts";
import { isDiskReadOnly, readDiskRooms } from "./disk-room.service.ts";
import { saidReasons, type Reason } from "./reason-texts.ts";

type Needs = Pick<
  Deps,
  "clock" | "database" | "instance" | "jobs" | "log" | "metrics" | "peers" | "settings"
>;

/** The endpoint is public and its checks cost something, so results are cached. */
const DATABASE_FRESH_MS = 1_000;
const FACTS_FRESH_MS = 5_000;
const BACKUP_FRESH_MS = 60_000;
const WORKERS_FRESH_MS = 15_000;
/** By then a process that has just started has taken over, and told of, what the last one did. */
const WORKERS_SETTLE_MS = 120_000;

const SILENT: Reason = { code: "database_silent", args: {} };

const probes = perApp((needs: Needs) => {
  const { clock, database } = needs;
  const probe = createDatabaseProbe(clock, () => pingDatabase(database));
  return {
    probe,
    database: createCachedValue(clock, DATABASE_FRESH_MS, probe),
    backlog: createCachedValue(clock, FACTS_FRESH_MS, () => outboxFacts(needs)),
    readOnly: createCachedValue(clock, DATABASE_FRESH_MS, () => refusesWrites(needs)),
    missed: createCachedValue(clock, WORKERS_FRESH_MS, () => missedAnywhere(needs)),
    disks: createCachedValue(clock, FACTS_FRESH_MS, () => readDiskRooms(needs)),
    backupAge: createCachedValue(clock, BACKUP_FRESH_MS, () => inTime(readBackupAge(needs))),
    pendingMigrations: createCachedValue(clock, FACTS_FRESH_MS, () =>
      countPendingMigrations(needs),
    ),
  };
});

/** Health of the service. The database comes first: without it nothing else can be known. */
export async function readHealth(needs: Needs): Promise<Health> {
  const common = {
    version: VERSION,
    uptime_seconds: Math.floor(process.uptime()),
    error_rate: needs.metrics.errorRate(needs.clock.nowMs()).rate,
  };
  if (!(await databaseAnswers(needs))) {
    return { status: "down", ...common, ...saidReasons([SILENT]) };
  }

  const refusals = await whyRefusing(needs);
  const others = await readDegradation(needs);
  if (refusals.length > 0) {
    return { status: "down", ...common, ...saidReasons([...refusals, ...others]) };
  }
  if (others.length === 0) return { status: "ok", ...common };
  return { status: "degraded", ...common, ...saidReasons(others) };
}

/** Whether the database answers; known for a second. */
export async function databaseAnswers(needs: Needs): Promise<boolean> {
  return (await probes(needs).database.read()).healthy;
}

/** Why nothing can be stored. */
async function whyRefusing(needs: Needs): Promise<Reason[]> {
  const { database } = await probes(needs).disks.read();
  const refused = refusedLately(needs);
  return refusalReasons({
    databaseDiskFreeBytes: database?.freeBytes,
    wasFull: refused === "full",
    wasRefused: refused === "other",
    isReadOnly: await probes(needs)
      .readOnly.read()
      .catch(() => false),
  });
}

async function refusesWrites(needs: Needs): Promise<boolean> {
  return (await inTime(isReadOnly(needs.database))) || (await isDiskReadOnly(needs));
}

async function readDegradation(needs: Needs): Promise<Reason[]> {
  const { database, fullest } = await probes(needs).disks.read();
  return degradationReasons({
    failures: needs.metrics.failures(needs.clock.nowMs()),
    missedWorkers: await probes(needs).missed.read(),
    peersReachable: needs.peers.reachable,
    ...(await probes(needs).backlog.read()),
    diskFreeBytes: fullest?.freeBytes,
    databaseDiskFreeBytes: database?.freeBytes,
    backupIsStale: await backupIsStale(needs),
  });
}

/** Whether requests can be served right now. */
export async function readReadiness(needs: Needs): Promise<Readiness> {
  // The database may fail between the two queries.
  const pending = (await databaseAnswers(needs))
    ? await probes(needs)
        .pendingMigrations.read()
        .catch(() => undefined)
    : undefined;
  if (pending === undefined) return { status: "down", ...saidReasons([SILENT]) };

  const reasons = await whyRefusing(needs);
  if (pending > 0) reasons.push({ code: "migrations_pending", args: { count: pending } });
  if (!needs.jobs.started) reasons.push({ code: "workers_not_started", args: {} });
  return reasons.length === 0 ? { status: "ok" } : { status: "down", ...saidReasons(reasons) };
}

/** An uncached check of the database. */
export function readDatabaseHealth(needs: Needs): Promise<DatabaseHealth> {
  return probes(needs).probe();
}

/** The database may fall silent after its check. */
async function outboxFacts(needs: Needs): Promise<Pick<Facts, "waitingAnswers" | "oldestWaitsMs">> {
  try {
    const { pending, oldestAcceptedAtMs } = await inTime(readOutboxBacklog(needs.database));
    const oldestWaitsMs = needs.clock.nowMs() - (oldestAcceptedAtMs ?? needs.clock.nowMs());
    return { waitingAnswers: pending, oldestWaitsMs };
  } catch (cause) {
    needs.log.warn({ cause }, "the outbox could not be read");
    return { waitingAnswers: undefined, oldestWaitsMs: 0 };
  }
}

/** Also those that no process is responsible for; of this process alone if that cannot be read. */
async function missedAnywhere(needs: Needs): Promise<string[]> {
  return (await missedNow(needs)).map(({ workerName }) => workerName);
}

async function missedNow({ clock, instance, jobs, log }: Needs) {
  if (clock.nowMs() - instance.startedAtMs < WORKERS_SETTLE_MS) return jobs.missedWorkers();
  try {
    return await inTime(jobs.missedEverywhere());
  } catch (cause) {
    log.warn({ cause }, "worker runs of other processes could not be read");
    return jobs.missedWorkers();
  }
}

/** An unreadable value gives no reason here, because the database has a reason of its own. */
async function backupIsStale(needs: Needs): Promise<boolean> {
  try {
    return (await probes(needs).backupAge.read()).isStale;
  } catch (cause) {
    needs.log.warn({ cause }, "the age of the newest backup could not be determined");
    return false;
  }
}

async function countPendingMigrations({ database }: Needs): Promise<number> {
  return (await inTime(migrationStatus(database))).pending.length;
}
