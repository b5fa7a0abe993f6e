import type { Endpoint } from "@wordloom/contract";
import type { Deps } from "./deps.ts";
import {
  auditTargets,
  deckKeepers,
  deckReviews,
  features as allFeatures,
  importers,
  wordTables,
} from "./features.ts";
import { startEngineConfiguration } from "./features/adaptation/engine-config/config-follow.service.ts";
import { followTrials } from "./features/adaptation/engine-trials/trials-in-force.service.ts";
import { apiKeysIn } from "./features/accounts/api-keys/api-keys.service.ts";
import { adminRolesIn } from "./features/accounts/admin-auth/admin-auth.service.ts";
import { noteRestoreEpoch } from "./features/operations/backups/restore-watch.worker.ts";
import { readSystemSettings } from "./features/accounts/settings/settings.service.ts";
import { systemClock, type Clock } from "./platform/time/clock.ts";
import { openServingDatabase } from "./platform/database/serving-database.ts";
import { migrateSafely } from "./platform/database/backup/migrate-safely.ts";
import { openReports } from "./platform/database/reports.ts";
import type { Database } from "./platform/database/tables.ts";
import { createEventHub, type EventHub } from "./platform/events/hub.ts";
import { personalTablesOf, type Feature } from "./feature.ts";
import { createCounters, createHttpApi } from "./platform/http/http-api.ts";
import type { HttpServer, InjectedReply, InjectedRequest } from "./platform/http/server.ts";
import type { ServeUnknown } from "./platform/http/server.ts";
import { randomIds, type Ids } from "./platform/basics/ids.ts";
import { createJobRunner, type JobRunner } from "./platform/jobs/job-runner.ts";
import type { Worker } from "./platform/jobs/worker.ts";
import { createLog } from "./platform/observability/create-log.ts";
import { createInstance } from "./platform/observability/instance.ts";
import { createLogRing, type LogRing } from "./platform/observability/log-ring.ts";
import type { Log } from "./platform/observability/log.ts";
import { createMaintenance } from "./platform/events/maintenance.ts";
import { createMetrics } from "./platform/observability/metrics.ts";
import { createOutbound, type Outbound } from "./platform/outside/outbound.ts";
import { createPasswords, type Passwords } from "./platform/identity/passwords.ts";
import { closeMemory } from "./platform/memory/per-app.ts";
import { createPeers, noPeers } from "./platform/peers/peers.ts";
import { createRedisLink, type LinkPaces, type RedisLink } from "./platform/peers/redis-link.ts";
import { createSessions } from "./platform/identity/sessions.ts";
import { thisInstallation, type Installation } from "./platform/release/installation.ts";
import type { Settings } from "./platform/settings/settings.ts";
import { createTokens } from "./platform/identity/tokens.ts";
import type { WebAppFolders } from "./platform/settings/web-app-folders.ts";

/** The parts of the app. Only the settings are required. */
export interface AppParts {
  readonly settings: Settings;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly log?: Log;
  /** Receives the lines of `log`; default: no receiver. */
  readonly logLines?: LogRing;
  readonly passwords?: Passwords;
  readonly outbound?: Outbound;
  /** An open database with the current schema; the caller closes it. */
  readonly database?: Database;
  /** Timing of the link to other processes. */
  readonly linkPaces?: LinkPaces;
  /** For heavy reads by administrators; closes with the app. Default: see `openReports`. */
  readonly reports?: Database;
  /** Wraps the event hub, for example in a recorder. */
  readonly wrapEvents?: (hub: EventHub) => EventHub;
  readonly features?: readonly Feature[];
  /** Default: Fastify's. */
  readonly createServer?: (serveUnknown: ServeUnknown) => HttpServer;
  /** The built web apps to serve; default: none. */
  readonly webApps?: WebAppFolders;
  /** Differences from the running program's installation. */
  readonly installation?: Partial<Installation>;
  /** Checks every reply against the contract. For tests; too slow for production. */
  readonly checkReplies?: boolean;
}

/** The whole service. */
export interface App {
  readonly deps: Deps;
  readonly jobs: JobRunner;
  /** All mounted endpoints. */
  mounted(): readonly Endpoint[];
  /** Listens, and starts the workers. */
  listen(): Promise<{ port: number }>;
  /** Handles a request without the network. */
  inject(request: InjectedRequest): Promise<InjectedReply>;
  /** Gives open requests and workers nine seconds to finish, then closes everything. */
  close(): Promise<void>;
}

/** A shutdown may take ten seconds, one of which is reserved for closing the database. */
const CLOSE_GRACE_MS = 9_000;

/** Builds the app from its settings and brings the schema up to date. Does not listen yet. */
export async function buildApp(parts: AppParts): Promise<App> {
  const features = parts.features ?? allFeatures;
  const database = parts.database ?? (await openOwnDatabase(parts));
  const base = createBase(parts, database);
  const { counters, worker } = createCounters(base);
  const { deps, jobs } = await assemble(parts, base, features, worker);
  const checkReplies = parts.checkReplies ?? false;
  const { createServer } = parts;
  const http = createHttpApi(deps, features, { counters, checkReplies, createServer });
  return {
    deps,
    jobs,
    mounted: http.mounted,
    inject: http.inject,
    async listen() {
      const { HOST: host, PORT: port } = deps.settings;
      const address = await http.listen({ host, port });
      jobs.start();
      return address;
    },
    async close() {
      deps.events.closeAll();
      await Promise.all([http.close(CLOSE_GRACE_MS), jobs.stop()]);
      await jobs.runLast();
      await closeMemory(deps);
      await base.link?.close();
      if (base.reports !== database) await base.reports.destroy();
      if (parts.database === undefined) await database.destroy();
    },
  };
}

async function openOwnDatabase(parts: AppParts): Promise<Database> {
  const { settings, clock = systemClock } = parts;
  const log = parts.log ?? createLog(settings, clock);
  const options = {
    busyTimeoutMs: settings.SQLITE_BUSY_TIMEOUT_MS,
    poolSize: settings.DB_POOL_SIZE,
  };
  const database = await openServingDatabase(settings.DATABASE_URL, options, log);
  await migrateSafely(
    database,
    settings,
    clock,
    (backup) => log.info({ backup }, "made a backup before the migration"),
    (step, figures) => log.info({ step, ...figures }, "a migration has changed rows"),
  );
  return database;
}

function workersOf(features: readonly Feature[]): Worker[] {
  return features.flatMap(({ workers = [] }) => [...workers]);
}

type Base = Pick<
  Deps,
  "clock" | "database" | "ids" | "log" | "logLines" | "reports" | "settings"
> & {
  /** The connection to other processes; undefined for a single process. */
  readonly link: RedisLink | undefined;
};

function createBase(parts: AppParts, database: Database): Base {
  const { settings, clock = systemClock, ids = randomIds } = parts;
  const logLines = parts.logLines ?? createLogRing();
  const log = parts.log ?? createLog(settings, clock, undefined, logLines);
  const url = settings.REDIS_URL;
  const link = url === undefined ? undefined : createRedisLink({ url, log }, parts.linkPaces);
  const reports = parts.reports ?? parts.database ?? openReports(settings.DATABASE_URL, database);
  return { settings, database, reports, clock, ids, log, logLines, link };
}

async function assemble(
  parts: AppParts,
  { link, ...base }: Base,
  features: readonly Feature[],
  counting: Worker,
): Promise<{ deps: Deps; jobs: JobRunner }> {
  const { ids, log, settings } = base;
  await noteRestoreEpoch(base);
  const peers = link === undefined ? noPeers : createPeers(link, ids.next(), log);
  const metrics = createMetrics(base.clock);
  const sessions = createSessions({ ...base, peers });
  const apiKeys = apiKeysIn(base);
  const hub = createEventHub({ ...base, apiKeys, link, metrics, sessions });
  const events = parts.wrapEvents?.(hub) ?? hub;
  await link?.start();
  await startEngineConfiguration(base);
  await followTrials(base);
  const { maintenance_mode } = await readSystemSettings(base);
  const deps: Deps = {
    ...base,
    instance: createInstance(ids, base.clock),
    installation: { ...thisInstallation(), ...parts.installation },
    metrics,
    events,
    peers,
    sessions,
    apiKeys,
    adminRoleOf: adminRolesIn(base.database),
    outbound: parts.outbound ?? createOutbound(),
    passwords: parts.passwords ?? createPasswords(),
    tokens: createTokens(settings, ids),
    maintenance: createMaintenance(maintenance_mode, events),
    personalTables: personalTablesOf(features),
    wordTables,
    auditTargets,
    deckKeepers,
    deckReviews,
    importers,
    webApps: parts.webApps ?? {},
    // The runner and the deps need each other, so this is resolved on use.
    get jobs() {
      return jobs;
    },
  };
  const jobs = createJobRunner(deps, [...workersOf(features), counting]);
  return { deps, jobs };
}
