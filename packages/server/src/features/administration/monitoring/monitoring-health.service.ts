import type { MonitoringHealth, ServicePart } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { databaseAnswers, readHealth } from "../../operations/health/health.service.ts";
import { readSystemSettings } from "../../accounts/settings/settings.service.ts";
import { signerState } from "../../clients/resource-packs/pack-signer.service.ts";
import { readBackupAge, type BackupAge } from "../../operations/backups/backup-age.service.ts";
import { readOutboxBacklog } from "../../study/records/outbox.service.ts";
import { listTrafficNotes, type TrafficKind } from "../../../platform/http/traffic-notes.ts";
import { lacksSender } from "../../../platform/outside/mail.ts";
import { lacksLinks } from "../../../platform/settings/public-link.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { findHindrance } from "../updates/update-place.service.ts";
import { readDatabaseSize } from "./database-facts.service.ts";
import { unwell, well } from "./part-states.ts";
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

/** A longer wait in the outbox is not normal. */
const LAG_MAX_SECS = 60;

/** Health of the service and its parts; as much as possible also works without the database. */
export async function readMonitoringHealth(needs: Needs): Promise<MonitoringHealth> {
  const { version, uptime_seconds, error_rate, ...judged } = await readHealth(needs);
  const storeProbeOk = await databaseAnswers(needs);
  const outbox = storeProbeOk ? await readOutbox(needs) : undefined;
  const size = storeProbeOk ? await readDatabaseSize(needs) : undefined;
  const backup = storeProbeOk ? await readBackupAge(needs) : undefined;
  return {
    ...judged,
    storeProbeOk,
    version,
    uptimeSecs: uptime_seconds,
    errorRate: error_rate,
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
    database: storeProbeOk
      ? well({ code: "answers", args: {} })
      : unwell({ code: "silent", args: {} }),
    redis: redisState(settings.REDIS_URL !== undefined, peers.reachable),
    workers,
    outbox: outboxState(outbox),
    mail: mailState(settings),
    llm: llmState(settings),
    updater,
  };
}

/** Covers only this process while the database is unavailable. */
async function workersState({ jobs }: Needs, storeProbeOk: boolean): Promise<Service> {
  const missed = storeProbeOk ? await jobs.missedEverywhere() : jobs.missedWorkers();
  if (missed.length === 0) return well({ code: "workers_on_time", args: {} });
  const workers = missed.map(({ workerName }) => workerName);
  return unwell({ code: "workers_overdue", args: { workers } });
}

async function signerHealth(needs: Needs, storeProbeOk: boolean): Promise<Service> {
  if (!storeProbeOk) return well({ code: "waits_for_database", args: {} });
  const state = await signerState(needs);
  if (state === "unused") return well({ code: "packs_never_signed", args: {} });
  return state === "ready"
    ? well({ code: "ready", args: {} })
    : unwell({ code: "signing_key_lost", args: {} });
}

async function requestsState(needs: Needs, storeProbeOk: boolean): Promise<Service> {
  if (!storeProbeOk) return well({ code: "waits_for_database", args: {} });
  await readSystemSettings(needs);
  return unwellFor(await listTrafficNotes(needs), "no_address_refused");
}

function lastBackupOf(age: BackupAge | undefined): MonitoringHealth["lastBackup"] {
  if (age?.atMs === undefined) return { at: null, ok: false };
  return { at: toTimestamp(age.atMs), ok: !age.isStale };
}

function backupState(age: BackupAge | undefined): Service {
  if (age === undefined) return unwell({ code: "backups_unknown", args: {} });
  if (age.isDatedAhead) return unwell({ code: "backup_ahead", args: {} });
  if (age.ageHours === undefined) {
    return age.isStale
      ? unwell({ code: "backup_missing", args: {} })
      : well({ code: "backup_not_due", args: {} });
  }
  const ageHours = Math.floor(age.ageHours);
  return (age.isStale ? unwell : well)({ code: "backup_age", args: { ageHours } });
}

/** Off where updates cannot work. A failed update is not a fault of the service. */
async function updaterState(needs: Needs, storeProbeOk: boolean): Promise<Service> {
  if (!storeProbeOk) return well({ code: "waits_for_database", args: {} });
  const hindrance = await findHindrance(needs);
  return well(hindrance ?? { code: "ready", args: {} });
}

function mailState(settings: Needs["settings"]): Service {
  if (settings.SMTP_URL === undefined) return off("SMTP_URL");
  const faults = [
    ...(lacksLinks(settings) ? (["codes_without_links"] as const) : []),
    ...(lacksSender(settings) ? (["mail_without_sender"] as const) : []),
  ];
  return unwellFor(faults, "configured");
}

/** A part with these faults; well, as `fine` says, without any. */
function unwellFor(
  faults: readonly (TrafficKind | "codes_without_links" | "mail_without_sender")[],
  fine: "configured" | "no_address_refused",
): Service {
  const [first, ...others] = faults.map((code) => ({ code, args: {} }));
  return first === undefined ? well({ code: fine, args: {} }) : unwell(first, others);
}

function redisState(isUsed: boolean, isReachable: boolean): Service {
  if (!isUsed) return off("REDIS_URL");
  return isReachable
    ? well({ code: "answers", args: {} })
    : unwell({ code: "redis_silent", args: {} });
}

function outboxState(outbox: Outbox | undefined): Service {
  if (outbox === undefined) return unwell({ code: "outbox_unreadable", args: {} });
  const { lagSecs, deadLetter } = outbox;
  if (lagSecs > LAG_MAX_SECS) return unwell({ code: "answer_waits", args: { seconds: lagSecs } });
  return deadLetter === 0
    ? well({ code: "up_to_date", args: {} })
    : unwell({ code: "dead_letters", args: { count: deadLetter } });
}

function llmState({ LLM_ENABLED, LLM_MOCK }: Needs["settings"]): Service {
  if (!LLM_ENABLED) return off("LLM_ENABLED");
  return well({ code: LLM_MOCK ? "model_answers_made_up" : "configured", args: {} });
}

/** A part that is off because a setting is missing. */
function off(setting: string): Service {
  return well({ code: "off", args: { setting } });
}
