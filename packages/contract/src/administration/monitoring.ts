import { z } from "zod";
import { clampedInteger, done, queryInteger, Timestamp, trimmed } from "../core/common.ts";
import { endpoint, enveloped, stream } from "../core/endpoint.ts";
import { eventSentences, partSentences } from "../core/operator-sentences.ts";
import { sentenceFields } from "../core/sentences.ts";

/** The largest exact integer. */
const TIME_MAX = Number.MAX_SAFE_INTEGER;

const Count = z.number().int().min(0);
const Bytes = Count.describe("Bytes, 0 or more.");
const Share = z.number().min(0).max(1);
const Ms = z.number().min(0);

/** One part of the service, as `/monitoring/health` names them. */
export const ServicePart = z
  .enum([
    "database",
    "redis",
    "workers",
    "outbox",
    "signer",
    "mail",
    "llm",
    "updater",
    "backups",
    "requests",
  ])
  .describe(
    "signer: of resource packs; updater: of this program; llm: the language model; requests: " +
      "whether addresses of callers were refused for their number within a day.",
  );

const Resources = z.object({
  cpuPct: z
    .number()
    .min(0)
    .max(100)
    .describe(
      "Processor time of the answering process since the sample before, in percent of all " +
        "processors of its machine, 0 to 100.",
    ),
  memoryRssBytes: Bytes.describe("Memory of the answering process, bytes."),
  memoryTotalBytes: Bytes.describe("Memory of its machine, bytes."),
  diskTotalBytes: Bytes.nullable().describe(
    "Size of the disk with the data directory, bytes; null when the system does not tell.",
  ),
  diskFreeBytes: Bytes.nullable().describe("What is free of it, bytes; null likewise."),
  walSizeBytes: Bytes.nullable().describe("SQLite's log, bytes; null on other databases."),
  pool: z
    .object({
      max: Count.describe("Connections to the database at most."),
      connections: Count.describe("Open connections."),
      idle: Count.describe("Open connections that nobody uses now."),
    })
    .describe("Connections of the answering process to the database."),
  inflightRequests: Count.describe("Requests being answered by this process now, this one too."),
});

export const MonitoringHealth = z.object({
  status: z.enum(["ok", "degraded", "down"]).describe("As in `GET /health`."),
  storeProbeOk: z.boolean().describe("Whether the database answered within two seconds."),
  dbSizeBytes: Bytes.describe("Size of the database, bytes."),
  uptimeSecs: Count.describe("Seconds since the answering process started."),
  version: z.string().describe("Release tag of this build, such as `v1.2.3`."),
  errorRate: Share.describe(
    "Share of requests of five minutes that failed with a 5xx, 0 to 1, in this process.",
  ),
  resources: Resources.describe("What the answering process and its machine use."),
  services: z
    .record(
      ServicePart,
      z.object({
        healthy: z.boolean().describe("False when somebody should look; true for what is off."),
        detail: z.string().describe("One sentence, in English."),
        ...sentenceFields(partSentences),
      }),
    )
    .describe("The parts of the service by name."),
  outbox: z
    .object({
      pending: Count.describe("Accepted answers that are not applied yet."),
      lagSecs: Ms.describe("Age of the oldest of them, seconds; 0 without any."),
      deadLetter: Count.describe("Answers that were given up and wait for an operator."),
    })
    .describe("Answers on their way."),
  lastBackup: z
    .object({
      at: Timestamp.nullable().describe("When the last good backup was made; null: never."),
      ok: z.boolean().describe("Whether there is one that is recent enough."),
    })
    .describe("The backup that would be used if the database were lost."),
});

export const readMonitoringHealth = endpoint({
  method: "GET",
  path: "/api/admin/monitoring/health",
  summary: "Health of the service and of its parts, with the resources of the answering process.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(MonitoringHealth) },
  errors: [],
});

export const MonitoredDatabase = z.object({
  sizeOnDisk: Bytes.describe("Size of the database, bytes; without SQLite's log."),
  tableCount: Count.describe("Number of tables."),
  tables: z
    .array(
      z.object({
        name: z.string().describe("What the table is called."),
        rows: Count.describe("SQLite: counted in the last minute. PostgreSQL: its own estimate."),
      }),
    )
    .describe("All tables, those with the most rows first."),
  pageSize: Bytes.nullable().describe("SQLite: size of a page, bytes; else null."),
  pageCount: Count.nullable().describe("SQLite: number of pages; else null."),
  walEnabled: z.boolean().nullable().describe("SQLite: whether it writes ahead; else null."),
  walSizeBytes: Bytes.nullable().describe("SQLite: size of its log, bytes; else null."),
});

export const readMonitoredDatabase = endpoint({
  method: "GET",
  path: "/api/admin/monitoring/database",
  summary: "Size and tables of the database.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(MonitoredDatabase) },
  errors: [],
});

export const MonitoredWorker = z.object({
  workerName: z
    .string()
    .describe("What the worker is called; its name in `/monitoring/workers/{name}/run`."),
  schedule: z.string().describe("A cron pattern in UTC, or `every 10 s`."),
  enabled: z.boolean().describe("False: it runs only on request."),
  lastRunAt: Timestamp.nullable().describe("Start of the last run on any process."),
  lastDurationMs: Ms.nullable().describe("How long it took, milliseconds."),
  lastOutcome: z
    .enum(["ok", "failed", "timeout"])
    .nullable()
    .describe("timeout: it was cut off; null: it never ran."),
  lastError: z.string().nullable().describe("Why it failed, without secrets."),
  missCount: Count.describe("Scheduled times since the last good run."),
  nextRunAt: Timestamp.nullable().describe("Null: not planned, or not by the answering process."),
});

export const listWorkers = endpoint({
  method: "GET",
  path: "/api/admin/monitoring/workers",
  summary: "Background workers, their schedules and latest runs.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({ workers: z.array(MonitoredWorker).describe("All workers, by name.") }),
    ),
  },
  errors: [],
});

export const runWorker = endpoint({
  method: "POST",
  path: "/api/admin/monitoring/workers/:name/run",
  summary:
    "Run a worker now, also a disabled one; on the process that is responsible for it, within " +
    "five seconds. Its schedule stays as it is.",
  access: "admin",
  stability: "beta",
  replies: { 202: enveloped(z.object({ started: done })) },
  errors: ["NOT_FOUND", "WORKER_RUNNING"],
});

const LogLevel = z
  .enum(["trace", "debug", "info", "warn", "error", "fatal"])
  .describe("How urgent a line is, from trace to fatal.");

const logFilters = {
  level: LogLevel.optional().describe("Only lines of this level and above."),
  q: trimmed(0, 100).optional().describe("Only lines with this text, whatever its case."),
  target: trimmed(0, 100).optional().describe("Only lines of this part of the service."),
  sinceMs: queryInteger(0, TIME_MAX)
    .optional()
    .describe("Only lines after this time, unix milliseconds; to follow the log."),
};

export const LogLine = z.object({
  tsMs: z.number().int().describe("Unix milliseconds."),
  level: LogLevel,
  target: z.string().describe("Name of the worker, `http` for requests, else `service`."),
  message: z.string().describe("What happened, followed by its details; without secrets."),
  instance: z.string().describe("Id of the process that wrote it."),
});

export const listLogs = endpoint({
  method: "GET",
  path: "/api/admin/monitoring/logs",
  summary: "The last log lines of the answering process, newest first.",
  access: "admin",
  stability: "beta",
  query: z.object({
    limit: clampedInteger(1, 5_000, 200).describe("Number of lines, 1 to 5000."),
    ...logFilters,
  }),
  replies: {
    200: enveloped(z.object({ logs: z.array(LogLine).describe("The lines, newest first.") })),
  },
  errors: [],
});

export const exportLogs = endpoint({
  method: "GET",
  path: "/api/admin/monitoring/logs/export",
  summary: "The same as NDJSON, oldest first: at most the last 5000 lines.",
  access: "admin",
  stability: "beta",
  query: z.object(logFilters),
  replies: { 200: stream("application/x-ndjson; charset=utf-8") },
  errors: [],
});

const eventSentence = sentenceFields(eventSentences);

export const MonitoringEvent = z.object({
  tsMs: z.number().int().describe("Unix milliseconds."),
  severity: z.enum(["info", "warning", "error"]).describe("How bad it is."),
  title: z.string().describe("What happened, in one line, in English."),
  desc: z.string().describe("Details, in English, without secrets; may be empty."),
  code: eventSentence.code.optional().meta({
    description: "Which event it is; absent from notices stored before there were codes.",
  }),
  args: eventSentence.args.optional(),
});

export const listMonitoringEvents = endpoint({
  method: "GET",
  path: "/api/admin/monitoring/events",
  summary:
    "What happened to the service: notices, failed runs of workers, processes that started; " +
    "newest first, at most 500.",
  access: "admin",
  stability: "beta",
  query: z.object({
    hours: clampedInteger(1, 720, 24).describe("How far back, hours, 1 to 720."),
  }),
  replies: {
    200: enveloped(
      z.object({ events: z.array(MonitoringEvent).describe("What happened, newest first.") }),
    ),
  },
  errors: [],
});

export const checkUpdate = endpoint({
  method: "GET",
  path: "/api/admin/monitoring/check-update",
  summary: "Whether there is a newer release of the channel stable, as far as is known.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({
        currentVersion: z.string().describe("Release tag of this build."),
        latestVersion: z.string().nullable().describe("Null: not known."),
        hasUpdate: z.boolean().describe("Whether latestVersion is newer than the running version."),
        releaseUrl: z.string().nullable().describe("Page of the release; null: not known."),
        releaseNotes: z
          .string()
          .nullable()
          .describe("What is new, in Markdown as published; null: not known."),
      }),
    ),
  },
  errors: [],
});

export type LogLevel = z.infer<typeof LogLevel>;
export type LogLine = z.infer<typeof LogLine>;
export type MonitoredDatabase = z.infer<typeof MonitoredDatabase>;
export type MonitoredWorker = z.infer<typeof MonitoredWorker>;
export type MonitoringEvent = z.infer<typeof MonitoringEvent>;
export type MonitoringHealth = z.infer<typeof MonitoringHealth>;
export type ServicePart = z.infer<typeof ServicePart>;

const EntryId = z.string().describe("Number of the answer, as text; later ones are higher.");

/** An accepted answer that could not be applied. */
export const DeadLetter = z.object({
  id: EntryId,
  eventType: z.literal("record").describe("What it would have become."),
  userId: z.string().describe("The learner."),
  attempts: z.number().int().min(0).describe("How often it was tried."),
  lastError: z.string().nullable().describe("Why the last attempt failed, without secrets."),
  createdAt: Timestamp.describe("When the answer was accepted."),
  deadAt: Timestamp.describe("When it was given up."),
});

export const listDeadLetters = endpoint({
  method: "GET",
  path: "/api/admin/monitoring/dead-letter",
  summary: "Answers that could not be applied, the latest given up first.",
  access: "admin",
  stability: "beta",
  query: z.object({
    limit: clampedInteger(1, 500, 50).describe("Number of entries, 1 to 500."),
  }),
  replies: {
    200: enveloped(
      z.object({ entries: z.array(DeadLetter).describe("The latest given up first.") }),
    ),
  },
  errors: [],
});

export const requeueDeadLetter = endpoint({
  method: "POST",
  path: "/api/admin/monitoring/dead-letter/:id/requeue",
  summary: "Try to apply an answer again, as if for the first time.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(z.object({ requeued: done, id: EntryId })) },
  errors: ["NOT_FOUND"],
});

export const purgeDeadLetter = endpoint({
  method: "DELETE",
  path: "/api/admin/monitoring/dead-letter/:id",
  summary: "Remove an answer that could not be applied, for ever.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(z.object({ purged: done, id: EntryId })) },
  errors: ["NOT_FOUND"],
});

export type DeadLetter = z.infer<typeof DeadLetter>;
