import type { MonitoringHealth, ServicePart } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { databaseAnswers, readHealth } from "../../operations/health/health.service.ts";
import { signerState } from "../../clients/resource-packs/pack-signer.service.ts";
import { readBackupAge, type BackupAge } from "../../operations/backups/backup-age.service.ts";
import { readOutboxBacklog } from "../../study/records/outbox.service.ts";
import { listTrafficNotes, trafficAdvice } from "../../../platform/http/traffic-notes.ts";
import { lacksLinks } from "../../../platform/settings/public-link.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { findHindrance } from "../updates/update-place.service.ts";
import { readDatabaseSize } from "./database-facts.service.ts";
import { readResources } from "./resources.service.ts";

type Needs = Pick<
  Deps,
  | "clock"
  | "database"
  | "installation"
  | "instance"
  | "jobs"
  | "log"
  | "metrics"
  | "peers"
  | "settings"
>;

type Outbox = MonitoringHealth["outbox"];
type Service = MonitoringHealth["services"][ServicePart];

/** Answers that wait longer are not normal. */
const LAG_MAX_SECS = 60;

const well = (detail: string): Service => ({ healthy: true, detail });
const unwell = (detail: string): Service => ({ healthy: false, detail });

/** Health of the service and its parts; works as far as possible without the database too. */
export async function readMonitoringHealth(needs: Needs): Promise<MonitoringHealth> {
  const { status, version, uptime_seconds, error_rate } = await readHealth(needs);
  const storeProbeOk = await databaseAnswers(needs);
  const outbox = storeProbeOk ? await readOutbox(needs) : undefined;
  const size = storeProbeOk ? await readDatabaseSize(needs) : undefined;
  const backup = storeProbeOk ? await readBackupAge(needs) : undefined;
  return {
    ...{ status, storeProbeOk, version, uptimeSecs: uptime_seconds, errorRate: error_rate },
    dbSizeBytes: size?.sizeBytes ?? 0,
    resources: await readResources(needs, size?.walSizeBytes ?? null),
    services: {
      ...servicesOf(needs, storeProbeOk, outbox, {
        workers: await workersState(needs, storeProbeOk),
        updater: await updaterState(needs, storeProbeOk),
      }),
      backups: backupState(backup),
      signer: await signerHealth(needs, storeProbeOk),
      requests: await requestsState(needs, storeProbeOk),
    },
    outbox: outbox ?? { pending: 0, lagSecs: 0, deadLetter: 0 },
    lastBackup: lastBackupOf(backup),
  };
}

/** Accepted answers that are not applied yet. */
export async function readOutbox({
  clock,
  database,
}: Pick<Needs, "clock" | "database">): Promise<Outbox> {
  const { pending, oldestAcceptedAtMs, deadLetter } = await readOutboxBacklog(database);
  const lagMs = oldestAcceptedAtMs === null ? 0 : clock.nowMs() - oldestAcceptedAtMs;
  return { pending, lagSecs: Math.max(0, Math.round(lagMs / 1_000)), deadLetter };
}

function servicesOf(
  { peers, settings }: Needs,
  storeProbeOk: boolean,
  outbox: Outbox | undefined,
  { workers, updater }: Readonly<Record<"workers" | "updater", Service>>,
): Record<Exclude<ServicePart, "backups" | "requests" | "signer">, Service> {
  return {
    database: storeProbeOk ? well("It answers.") : unwell("It does not answer."),
    redis: redisState(settings.REDIS_URL !== undefined, peers.reachable),
    workers,
    outbox: outboxState(outbox),
    mail: mailState(settings),
    llm: well(llmState(settings)),
    updater,
  };
}

/** Of this process only while the database does not tell of the others. */
async function workersState({ jobs }: Needs, storeProbeOk: boolean): Promise<Service> {
  const missed = storeProbeOk ? await jobs.missedEverywhere() : jobs.missedWorkers();
  if (missed.length === 0) return well("None is overdue.");
  return unwell(`Overdue: ${missed.map(({ workerName }) => workerName).join(", ")}.`);
}

async function signerHealth(needs: Needs, storeProbeOk: boolean): Promise<Service> {
  if (!storeProbeOk) return well("It waits for the database.");
  const state = await signerState(needs);
  if (state === "unused") return well("No pack was ever signed here.");
  return state === "ready"
    ? well("Ready.")
    : unwell("The key that clients know is missing or another one: packs cannot be uploaded.");
}

/** The first cause alone: what else was noted follows from it. */
async function requestsState({ clock, database }: Needs, storeProbeOk: boolean): Promise<Service> {
  if (!storeProbeOk) return well("It waits for the database.");
  const [noted] = await listTrafficNotes(database, clock.nowMs());
  return noted === undefined ? well("No address was refused.") : unwell(trafficAdvice[noted]);
}

function lastBackupOf(age: BackupAge | undefined): MonitoringHealth["lastBackup"] {
  if (age?.atMs === undefined) return { at: null, ok: false };
  return { at: toTimestamp(age.atMs), ok: !age.isStale };
}

function backupState(age: BackupAge | undefined): Service {
  if (age === undefined) return unwell("The database does not tell.");
  if (age.isDatedAhead) return unwell("The last good one is dated in the future.");
  if (age.ageHours === undefined) {
    return age.isStale ? unwell("There is no good backup.") : well("The first is not due yet.");
  }
  const detail = `The last good one is ${Math.floor(age.ageHours)} hours old.`;
  return age.isStale ? unwell(detail) : well(detail);
}

/** Where it cannot work, it is off; an update that failed is no fault of the service either. */
async function updaterState(needs: Needs, storeProbeOk: boolean): Promise<Service> {
  if (!storeProbeOk) return well("It waits for the database.");
  const hindrance = await findHindrance(needs);
  return well(hindrance === undefined ? "Ready." : `Off: ${hindrance.text}`);
}

function mailState(settings: Needs["settings"]): Service {
  if (settings.SMTP_URL === undefined) return well("Off: SMTP_URL is not set.");
  return lacksLinks(settings)
    ? unwell("Learners are mailed codes instead of links: PUBLIC_URL is not set.")
    : well("Configured.");
}

function redisState(isUsed: boolean, isReachable: boolean): Service {
  if (!isUsed) return well("Off: REDIS_URL is not set.");
  return isReachable
    ? well("It answers.")
    : unwell("It does not answer; events do not reach other processes.");
}

function outboxState(outbox: Outbox | undefined): Service {
  if (outbox === undefined) return unwell("It cannot be read.");
  const { lagSecs, deadLetter } = outbox;
  if (lagSecs > LAG_MAX_SECS) return unwell(`An answer has been waiting for ${lagSecs} s.`);
  return deadLetter === 0 ? well("Up to date.") : unwell(`${deadLetter} dead letters.`);
}

function llmState({ LLM_ENABLED, LLM_MOCK }: Needs["settings"]): string {
  if (!LLM_ENABLED) return "Off: LLM_ENABLED is not set.";
  return LLM_MOCK ? "Answers are made up: LLM_MOCK is set." : "Configured.";
}
