import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dialectOf } from "../platform/database/dialect/dialect-of.ts";
import {
  finishForsakenRestore,
  isRestoreWaiting,
} from "../platform/database/backup/finish-restore.ts";
import { openDatabase } from "../platform/database/connection.ts";
import { migrationStatus } from "../platform/database/migrate.ts";
import { listTrafficNotes, trafficAdvice } from "../platform/http/traffic-notes.ts";
import { looseModes } from "../platform/settings/data-directory.ts";
import { readSystemSettings } from "../features/accounts/settings/settings.service.ts";
import {
  findWrongTotals,
  rebuildTotals,
} from "../features/study/activity-audit/activity-audit.service.ts";
import { readOutboxBacklog } from "../features/study/records/outbox.service.ts";
import { roomIn, storageFolders } from "../features/operations/health/disk-room.service.ts";
import { lacksSender, SENDER_UNSET } from "../platform/outside/mail.ts";
import { lacksLinks } from "../platform/settings/public-link.ts";
import { MINUTE_MS } from "../platform/time/durations.ts";
import { messageOf } from "../platform/basics/thrown.ts";
import { integrityFaults, databaseNowMs } from "./doctor-queries.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Database } from "../platform/database/tables.ts";
import type { Settings } from "../platform/settings/settings.ts";

/** The result of a check. A `note` needs no action now. */
export interface Finding {
  readonly state: "ok" | "note" | "wrong";
  readonly check: string;
  readonly text: string;
}

const MEBIBYTE = 1024 * 1024;
const FREE_WRONG_BYTES = 200 * MEBIBYTE;
const FREE_NOTE_BYTES = 1024 * MEBIBYTE;
/** Maximum clock difference tolerated by tokens and due times. */
const DRIFT_MAX_MS = 2_000;
/** Answers are normally processed within seconds; a longer wait means that no worker runs. */
const LAG_MAX_MS = 10 * MINUTE_MS;

/** Daily totals are compared with the records of learners who answered in the last n days. */
const TOTALS_DAYS = 7;

const WITHOUT_LINKS =
  "learners are mailed codes to type in instead of links: set PUBLIC_URL to the address at which " +
  "they open the service";

const WITHOUT_SENDER =
  `mails come from ${SENDER_UNSET}, which most mail servers refuse: set SMTP_FROM to an address ` +
  "that your mail server may send from";

/** What the doctor may change. */
export interface ExamineOptions {
  /** Recounts daily totals that disagree with the records, and ends a restore that was cut off. */
  readonly repair: boolean;
}

/**
 * Checks mail, the data directory, the database, the backlog, daily totals and the clocks; changes
 * nothing unless `repair` is set.
 */
export async function* examine(
  settings: Settings,
  clock: Clock,
  options: ExamineOptions = { repair: false },
): AsyncGenerator<Finding> {
  if (lacksLinks(settings)) yield wrong("mail", WITHOUT_LINKS);
  if (lacksSender(settings)) yield wrong("mail", WITHOUT_SENDER);
  yield* examineDirectory(settings.DATA_DIR);
  yield* examineDisks(settings);
  const restore = await judgeRestore(settings, options);
  if (restore !== undefined) yield restore;
  if (restore?.state === "wrong") return;
  const file = /^sqlite:(?!:memory:)(?:\/\/)?(.+)$/.exec(settings.DATABASE_URL)?.[1];
  if (file !== undefined && !existsSync(file)) {
    yield note("database", `${file} is not there yet; the first start creates it`);
    return;
  }
  yield* examineDatabase(settings, clock, options);
}

function* examineDirectory(dataDir: string): Generator<Finding> {
  if (!existsSync(dataDir)) {
    yield note("data", `${dataDir} is not there yet; the first start creates it`);
    return;
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    yield wrong("data", `${dataDir} is not writable by this user: run as its owner or chown it`);
    return;
  }
  const loose = looseModes(dataDir);
  for (const text of loose) yield wrong("data", text);
  if (loose.length === 0) yield ok("data", dataDir);
}

/** Each disk once: the SQLite file may be on another one than the data directory. */
async function* examineDisks(settings: Settings): AsyncGenerator<Finding> {
  const folders = storageFolders({ settings }).filter((folder) => existsSync(folder));
  const disks = folders.map((folder) => statSync(folder).dev);
  for (const [at, folder] of folders.entries()) {
    if (disks.indexOf(disks[at] ?? 0) < at) continue;
    const room = await roomIn(folder);
    if (room !== undefined) yield judgeFreeSpace(room.freeBytes, folder);
  }
}

function judgeFreeSpace(freeBytes: number, folder: string): Finding {
  const text = `${Math.floor(freeBytes / MEBIBYTE)} MB free in ${folder}`;
  if (freeBytes < FREE_WRONG_BYTES) return wrong("space", `${text}: free up space on this disk`);
  if (freeBytes < FREE_NOTE_BYTES) return note("space", `${text}; this is getting low`);
  return ok("space", text);
}

/** Runs before all other database checks, which would otherwise check the former database. */
async function judgeRestore(
  settings: Settings,
  { repair }: ExamineOptions,
): Promise<Finding | undefined> {
  if (!isRestoreWaiting(settings)) return undefined;
  const text = "a restore was interrupted before its last step";
  if (!repair) return wrong("restore", `${text}: start the service, or run \`doctor --repair\``);
  try {
    const end = await finishForsakenRestore(settings);
    return note("restore", `${text}; it is ${end ?? "done"} now`);
  } catch (error) {
    return wrong("restore", messageOf(error));
  }
}

async function* examineDatabase(
  settings: Settings,
  clock: Clock,
  options: ExamineOptions,
): AsyncGenerator<Finding> {
  const pool = {
    busyTimeoutMs: settings.SQLITE_BUSY_TIMEOUT_MS,
    poolSize: settings.DB_POOL_SIZE,
  };
  let database: Database | undefined;
  try {
    database = await openDatabase(settings.DATABASE_URL, pool);
    yield await judgeClocks(database, clock);
    const schema = await judgeSchema(database);
    yield schema;
    yield* await judgeIntegrity(database);
    if (schema.state !== "ok") return;
    yield* await judgeOutbox(database, clock);
    yield await judgeTotals({ clock, database, settings }, options);
    yield await judgeRequests({ clock, database, settings });
  } catch (error) {
    yield wrong("database", withRemedy(error));
  } finally {
    await database?.destroy();
  }
}

function withRemedy(error: unknown): string {
  const reason = messageOf(error);
  const isDamaged = /malformed|not a database/.test(reason);
  if (isDamaged) return `${reason}: stop the service and restore the latest good backup`;
  return `${reason}: check DATABASE_URL and that the database is running`;
}

async function judgeClocks(database: Database, clock: Clock): Promise<Finding> {
  const beforeMs = clock.nowMs();
  const thereMs = await databaseNowMs(database);
  const driftMs = Math.round(thereMs - (beforeMs + clock.nowMs()) / 2);
  const text = `database answers; its clock differs by ${Math.abs(driftMs)} ms`;
  if (Math.abs(driftMs) <= DRIFT_MAX_MS) return ok("database", text);
  return wrong("database", `${text}: synchronise both clocks with NTP`);
}

async function judgeSchema(database: Database): Promise<Finding> {
  const { applied, pending, unknown } = await migrationStatus(database);
  if (unknown.length > 0) {
    const names = unknown.join(", ");
    return wrong("schema", `made by a newer release (${names}): install that release again`);
  }
  if (pending.length === 0) return ok("schema", `${applied.length} migrations applied`);
  return note(
    "schema",
    `${pending.join(", ")} pending; the next start or \`migrate\` applies them`,
  );
}

async function judgeIntegrity(database: Database): Promise<Finding[]> {
  if (dialectOf(database) !== "sqlite") return [];
  const faults = await integrityFaults(database);
  if (faults.length === 0) return [ok("integrity", "the database file is intact")];
  const first = faults.slice(0, 3).join("; ");
  return [wrong("integrity", `${first}: stop the service and restore the latest good backup`)];
}

async function judgeOutbox(database: Database, clock: Clock): Promise<Finding[]> {
  const { pending, oldestAcceptedAtMs, deadLetter } = await readOutboxBacklog(database);
  const lagMs = clock.nowMs() - (oldestAcceptedAtMs ?? clock.nowMs());
  const text = `${pending} answers wait, the oldest for ${Math.round(lagMs / 1000)} s`;
  const stuck = `${text}: see that a process with WORKER_LEADER=true runs, and check its log`;
  const backlog = lagMs > LAG_MAX_MS ? wrong("outbox", stuck) : ok("outbox", text);
  if (deadLetter === 0) return [backlog];
  const remedy =
    "see last_error in the table answer_outbox and fix the cause; then set dead_at_ms to null to " +
    "retry, or delete the row";
  return [backlog, wrong("outbox", `${deadLetter} dead letters: ${remedy}`)];
}

async function judgeTotals(
  needs: { readonly clock: Clock; readonly database: Database; readonly settings: Settings },
  { repair }: ExamineOptions,
): Promise<Finding> {
  let count = 0;
  for await (const userId of findWrongTotals(needs, TOTALS_DAYS)) {
    count += 1;
    if (repair) await rebuildTotals(needs, userId);
  }
  if (count === 0) return ok("totals", "daily totals agree with the records");
  const text = `daily totals of ${count} learners disagree with the records`;
  return repair
    ? note("totals", `${text}; they were recounted`)
    : wrong("totals", `${text}: run \`doctor --repair\``);
}

/** What the running service noticed within a day; also shown under Monitoring. */
async function judgeRequests(needs: {
  readonly clock: Clock;
  readonly database: Database;
  readonly settings: Settings;
}): Promise<Finding> {
  await readSystemSettings(needs);
  const noted = await listTrafficNotes(needs);
  if (noted.length === 0) return ok("requests", "no address was refused within a day");
  return note("requests", noted.map((kind) => trafficAdvice[kind]).join(" "));
}

const ok = (check: string, text: string): Finding => ({ state: "ok", check, text });
const note = (check: string, text: string): Finding => ({ state: "note", check, text });
const wrong = (check: string, text: string): Finding => ({ state: "wrong", check, text });
