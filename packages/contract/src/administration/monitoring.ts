import { z } from "zod";
import { clampedInteger, done, queryInteger, Timestamp, trimmed } from "../core/common.ts";
import { endpoint, enveloped, stream } from "../core/endpoint.ts";
import { eventSentences, partSentences } from "../core/operator-sentences.ts";
import { sentenceFields } from "../core/sentences.ts";
import { HealthReason } from "../operations/health.ts";

/** The largest exact integer. */
const TIME_MAX = Number.MAX_SAFE_INTEGER;

const Count = z.number().int().min(0);
const Bytes = Count.describe("Bytes, 0 or more.");
const Share = z.number().min(0).max(1);
const Ms = z.number().min(0);
const PartDetail = z.string().describe("Details, in one sentence, in English.");

/** A part of the service, as named in `/monitoring/health`. */
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
      "whether rate limits refused requests of any address within a day.",
  );

const Resources = z.object({
  cpuPct: z
    .number()
    .min(0)
    .max(100)
    .describe(
      "CPU time of the answering process since the previous sample, in percent of all " +
        "processors of its machine, 0 to 100.",
    ),
  memoryRssBytes: Bytes.describe("Memory of the answering process, bytes."),
  memoryTotalBytes: Bytes.describe("Memory of its machine, bytes."),
  diskTotalBytes: Bytes.nullable().describe(
    "Size of the disk with the least free space: of those with the data directory and the " +
      "SQLite file; bytes; null if the system does not report it.",
  ),
  diskFreeBytes: Bytes.nullable().describe(
    "Free space of that disk, bytes; null if the system does not report it.",
  ),
  walSizeBytes: Bytes.nullable().describe("Size of SQLite's log, bytes; null for other databases."),
  pool: z
    .object({
      max: Count.describe("Maximum number of connections to the database."),
      connections: Count.describe("Number of open connections."),
      idle: Count.describe("Number of open connections that are idle."),
    })
    .describe("Connections of the answering process to the database."),
  inflightRequests: Count.describe(
    "Number of requests this process is answering now, including this one.",
  ),
});

export const MonitoringHealth = z.object({
  status: z.enum(["ok", "degraded", "down"]).describe("Same as in `GET /health`."),
  reasons: z
    .array(z.string())
    .optional()
    .describe("Why the status is not ok, in English; absent if it is."),
  reasonDetails: z
    .array(HealthReason)
    .optional()
    .describe("The same as `reasons`, in the same order, by code; absent likewise."),
  storeProbeOk: z.boolean().describe("Whether the database answered within two seconds."),
  dbSizeBytes: Bytes.describe("Size of the database, bytes."),
  uptimeSecs: Count.describe("Seconds since the answering process started."),
  version: z.string().describe("Release tag of this build, such as `v1.2.3`."),
  errorRate: Share.describe(
    "Share of requests in five minutes that failed with a 5xx, 0 to 1, in this process.",
  ),
  resources: Resources.describe("Resources used by the answering process and its machine."),
  services: z
    .record(
      ServicePart,
      z.object({
        healthy: z
          .boolean()
          .describe("False if the part needs attention; true for a part that is switched off."),
        detail: PartDetail,
        ...sentenceFields(partSentences),
        also: z
          .array(z.object({ detail: PartDetail, ...sentenceFields(partSentences) }))
          .optional()
          .describe("Further sentences about a part that needs attention for several reasons."),
      }),
    )
    .describe("The parts of the service by name."),
  outbox: z
    .object({
      pending: Count.describe("Number of accepted answers that are not yet applied."),
      lagSecs: Ms.describe("Age of the oldest of them, seconds; 0 if there are none."),
      deadLetter: Count.describe(
        "Number of answers that could not be applied and wait for an operator.",
      ),
    })
    .describe("Answers that are accepted but not yet applied."),
  lastBackup: z
    .object({
      at: Timestamp.nullable().describe("When the last good backup was made; null if never."),
      ok: z.boolean().describe("Whether a sufficiently recent backup exists."),
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
  sizeOnDisk: Bytes.describe("Size of the database, bytes, excluding SQLite's log."),
  tableCount: Count.describe("Number of tables."),
  tables: z
    .array(
      z.object({
        name: z.string().describe("Name of the table."),
        rows: Count.describe(
          "Number of rows. SQLite: counted within the last minute; PostgreSQL: its own estimate.",
        ),
      }),
    )
    .describe("All tables, largest number of rows first."),
  pageSize: Bytes.nullable().describe("SQLite: size of a page, bytes; otherwise null."),
  pageCount: Count.nullable().describe("SQLite: number of pages; otherwise null."),
  walEnabled: z
    .boolean()
    .nullable()
    .describe("SQLite: whether it uses a write-ahead log; otherwise null."),
  walSizeBytes: Bytes.nullable().describe("SQLite: size of its log, bytes; otherwise null."),
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
    .describe("Name of the worker, as used in `/monitoring/workers/{name}/run`."),
  schedule: z.string().describe("A cron pattern in UTC, or `every 10 s`."),
  enabled: z.boolean().describe("False: the worker runs only on request."),
  lastRunAt: Timestamp.nullable().describe("Start of the last run on any process."),
  lastDurationMs: Ms.nullable().describe("Duration of the last run, milliseconds."),
  lastOutcome: z
    .enum(["ok", "failed", "timeout"])
    .nullable()
    .describe("timeout: the run was cut off; null: the worker never ran."),
  lastError: z.string().nullable().describe("Why the last run failed, without secrets."),
  missCount: Count.describe("Number of scheduled times since the last successful run."),
  nextRunAt: Timestamp.nullable().describe(
    "Next run; null if none is scheduled, or not by the answering process.",
  ),
});

export const listWorkers = endpoint({
  method: "GET",
  path: "/api/admin/monitoring/workers",
  summary: "Background workers, their schedules and latest runs.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({ workers: z.array(MonitoredWorker).describe("All workers, sorted by name.") }),
    ),
  },
  errors: [],
});

export const runWorker = endpoint({
  method: "POST",
  path: "/api/admin/monitoring/workers/:name/run",
  summary:
    "Run a worker now, even a disabled one. The process responsible for it starts the run " +
    "within five seconds. Its schedule is unchanged.",
  access: "admin",
  stability: "beta",
  replies: { 202: enveloped(z.object({ started: done })) },
  errors: ["NOT_FOUND", "WORKER_RUNNING"],
});

const LogLevel = z
  .enum(["trace", "debug", "info", "warn", "error", "fatal"])
  .describe("Severity of a line, from trace to fatal.");

const logFilters = {
  level: LogLevel.optional().describe("Only lines of this level and above."),
  q: trimmed(0, 100).optional().describe("Only lines that contain this text, ignoring case."),
  target: trimmed(0, 100).optional().describe("Only lines of this part of the service."),
  sinceMs: queryInteger(0, TIME_MAX)
    .optional()
    .describe("Only lines after this time, Unix time in milliseconds; used to follow the log."),
};

export const LogLine = z.object({
  tsMs: z.number().int().describe("Unix time, milliseconds."),
  level: LogLevel,
  target: z.string().describe("Name of the worker, `http` for requests, otherwise `service`."),
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
  summary: "The same as NDJSON, oldest first, at most the last 5000 lines.",
  access: "admin",
  stability: "beta",
  query: z.object(logFilters),
  replies: { 200: stream("application/x-ndjson; charset=utf-8") },
  errors: [],
});

const eventSentence = sentenceFields(eventSentences);

export const MonitoringEvent = z.object({
  tsMs: z.number().int().describe("Unix time, milliseconds."),
  severity: z.enum(["info", "warning", "error"]).describe("Severity of the event."),
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
    "Events of the service: notices, failed runs of workers, process starts; newest first, at " +
    "most 500.",
  access: "admin",
  stability: "beta",
  query: z.object({
    hours: clampedInteger(1, 720, 24).describe("Hours to look back, 1 to 720."),
  }),
  replies: {
    200: enveloped(
      z.object({ events: z.array(MonitoringEvent).describe("The events, newest first.") }),
    ),
  },
  errors: [],
});

export const checkUpdate = endpoint({
  method: "GET",
  path: "/api/admin/monitoring/check-update",
  summary: "Whether a newer release is known in the stable channel.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({
        currentVersion: z.string().describe("Release tag of this build."),
        latestVersion: z
          .string()
          .nullable()
          .describe("Release tag of the latest version; null if unknown."),
        hasUpdate: z.boolean().describe("Whether latestVersion is newer than the running version."),
        releaseUrl: z.string().nullable().describe("Page of the release; null if unknown."),
        releaseNotes: z
          .string()
          .nullable()
          .describe("Release notes, in Markdown as published; null if unknown."),
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

const EntryId = z
  .string()
  .describe("Number of the answer, as text; later answers have higher numbers.");

/** An accepted answer that could not be applied. */
export const DeadLetter = z.object({
  id: EntryId,
  eventType: z.literal("record").describe("Kind of the entry the answer would have created."),
  userId: z.string().describe("Id of the learner."),
  attempts: z.number().int().min(0).describe("Number of attempts to apply it."),
  lastError: z.string().nullable().describe("Why the last attempt failed, without secrets."),
  createdAt: Timestamp.describe("When the answer was accepted."),
  deadAt: Timestamp.describe("When the service gave up on it."),
});

export const listDeadLetters = endpoint({
  method: "GET",
  path: "/api/admin/monitoring/dead-letter",
  summary: "Answers that could not be applied, latest first.",
  access: "admin",
  stability: "beta",
  query: z.object({
    limit: clampedInteger(1, 500, 50).describe("Maximum number of entries, 1 to 500."),
  }),
  replies: {
    200: enveloped(
      z.object({ entries: z.array(DeadLetter).describe("The entries, latest first.") }),
    ),
  },
  errors: [],
});

export const requeueDeadLetter = endpoint({
  method: "POST",
  path: "/api/admin/monitoring/dead-letter/:id/requeue",
  summary: "Retry an answer that could not be applied, with a fresh count of attempts.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(z.object({ requeued: done, id: EntryId })) },
  errors: ["NOT_FOUND"],
});

export const purgeDeadLetter = endpoint({
  method: "DELETE",
  path: "/api/admin/monitoring/dead-letter/:id",
  summary: "Permanently remove an answer that could not be applied.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(z.object({ purged: done, id: EntryId })) },
  errors: ["NOT_FOUND"],
});

export type DeadLetter = z.infer<typeof DeadLetter>;
