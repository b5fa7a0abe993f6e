import { flushCompileCache } from "node:module";
import { buildApp, type App, type AppParts } from "../app.ts";
import { prepareSetupToken } from "../features/accounts/admin-auth/admin-auth.service.ts";
import { systemClock } from "../platform/time/clock.ts";
import { claimSqlite } from "../platform/database/claim-sqlite.ts";
import { createLog } from "../platform/observability/create-log.ts";
import { createLogRing } from "../platform/observability/log-ring.ts";
import type { Log } from "../platform/observability/log.ts";
import { readSettings, type Settings } from "../platform/settings/settings.ts";
import { codeOf } from "../platform/basics/thrown.ts";
import { VERSION } from "../platform/basics/version.ts";
import type { Command } from "./output.ts";
import { releaseStartMemory } from "./start-memory.ts";
import { prepareWebApps } from "./web-apps.ts";

/** Time for requests in flight and workers to finish after a stop signal. */
const CLOSE_MS = 10_000;
/** A predecessor that was told to stop has ended by then. */
const CLAIM_WAIT_MS = CLOSE_MS + 2_000;

/** Runs the service until a stop signal. */
export const serve: Command = () => serveWith({});

/** The same with another part, for tests. */
export async function serveWith(parts: Pick<AppParts, "outbound">): Promise<number> {
  const settings = readSettings();
  const logLines = createLogRing();
  const log = createLog(settings, systemClock, undefined, logLines);
  endOnBugs(log);
  // Before the claim, so that a predecessor serves until everything is ready.
  const webApps = await prepareWebApps(settings, log);
  const release = await claimSqlite(settings.DATABASE_URL, {
    waitMs: CLAIM_WAIT_MS,
    onWait: () => log.warn({}, "another process serves this database; waiting for it to end"),
  });
  const app = await buildApp({ ...parts, settings, log, logLines, webApps });
  // From the first request on, a signal must close and not just end the process.
  const stopped = stopSignal();
  try {
    await open(app, log);
    const signal = await stopped;
    log.info({ signal }, "closing");
  } finally {
    await closeInTime(app);
    release();
  }
  log.info({}, "closed");
  return 0;
}

async function open(app: App, log: Log): Promise<void> {
  const { settings } = app.deps;
  const setupToken = await prepareSetupToken(app.deps);
  releaseStartMemory();
  const { port } = await app.listen().catch((error: unknown) => explainListen(error, settings));
  const address = addressOf(settings, port);
  const startMs = Math.round(systemClock.monotonicMs());
  log.info({ version: VERSION, startMs }, `listening on ${address}`);
  if (setupToken !== undefined) {
    const setup = `${address.replace(/\/$/, "")}/admin/setup?token=${setupToken}`;
    log.warn({}, `no administrator yet; create the first one at ${setup}`);
  }
  flushCompileCache();
}

/** The URL of the service for a browser on this machine. */
export function addressOf(settings: Pick<Settings, "HOST" | "BASE_PATH">, port: number): string {
  const isAnywhere = settings.HOST === "0.0.0.0" || settings.HOST === "::";
  const host = settings.HOST.includes(":") ? `[${settings.HOST}]` : settings.HOST;
  return `http://${isAnywhere ? "localhost" : host}:${port}${settings.BASE_PATH}`;
}

/** A second signal ends the process at once. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    const stop = (signal: string) => {
      for (const name of ["SIGINT", "SIGTERM"]) process.removeListener(name, stop);
      resolve(signal);
    };
    for (const name of ["SIGINT", "SIGTERM"]) process.on(name, stop);
  });
}

async function closeInTime(app: App): Promise<void> {
  const late = setTimeout(() => process.exit(1), CLOSE_MS);
  await app.close();
  clearTimeout(late);
}

/**
 * After an uncaught error the state of the process is unknown, so it ends and should be restarted.
 */
function endOnBugs(log: Log): void {
  process.on("uncaughtException", (error) => {
    log.fatal({ error }, "uncaught exception");
    process.exit(1);
  });
}

function explainListen(error: unknown, { HOST, PORT }: Settings): never {
  const remedies: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${PORT} is in use: stop the other program or set PORT`,
    EACCES: `this user may not use port ${PORT}: set PORT to 1024 or higher`,
    EADDRNOTAVAIL: `this machine has no address ${HOST}: set HOST`,
    ENOTFOUND: `host name ${HOST} is unknown: set HOST`,
  };
  const remedy = remedies[codeOf(error) ?? ""];
  throw remedy === undefined ? error : new Error(`Cannot listen: ${remedy}.`);
}
