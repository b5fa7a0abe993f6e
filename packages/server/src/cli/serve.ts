import { flushCompileCache } from "node:module";
import { buildApp, type App, type AppParts } from "../app.ts";
import { prepareSetupToken } from "../features/accounts/admin-auth/admin-auth.service.ts";
import { prepareSigner } from "../features/clients/resource-packs/pack-signer.service.ts";
import { eraseAgain } from "../features/operations/account-erasure/erase-again.service.ts";
import { reportUpdate } from "../features/administration/updates/update-end.service.ts";
import { isInContainer, surroundings } from "../platform/release/in-container.ts";
import type { HandOver } from "../platform/release/installation.ts";
import { realDisk } from "../platform/release/release-disk.ts";
import { finishBeforeServing } from "../platform/database/backup/finish-restore.ts";
import { sweepWorkingFolders } from "../platform/database/backup/working-folder.ts";
import { settleUpdate } from "../platform/release/settle-update.ts";
import { systemClock } from "../platform/time/clock.ts";
import { endOverhaul } from "../platform/database/overhaul-claim.ts";
import { storageOf } from "../platform/database/dialect/storage-state.ts";
import { claimSqlite } from "../platform/database/claim-sqlite.ts";
import { createLog } from "../platform/observability/create-log.ts";
import { createLogRing } from "../platform/observability/log-ring.ts";
import type { Log } from "../platform/observability/log.ts";
import { publicLink } from "../platform/settings/public-link.ts";
import { readSettings, type Settings } from "../platform/settings/settings.ts";
import { codeOf } from "../platform/basics/thrown.ts";
import { VERSION } from "../platform/basics/version.ts";
import type { Command } from "./output.ts";
import { restartInPlace } from "./restart-in-place.ts";
import { replaceBy } from "./replace-by.ts";
import { releaseMemory } from "../platform/basics/release-memory.ts";
import { prepareWebApps } from "./web-apps.ts";

/** What follows an app: another program, another app, or a restart of this program. */
type Successor = HandOver | "app" | "process";

/** Time for requests in flight and workers to finish after a stop signal. */
const CLOSE_MS = 10_000;
/** By then, a predecessor that was told to stop has ended. */
const CLAIM_WAIT_MS = CLOSE_MS + 2_000;

/** Runs the service until a stop signal. */
export const serve: Command = () => serveWith({});

/** The same with different parts, for tests. */
export async function serveWith(parts: Pick<AppParts, "outbound">): Promise<number> {
  const settings = readSettings();
  try {
    return await serveAgain(settings, parts);
  } finally {
    // Its connection would keep a process alive that was stopped during an update.
    await endOverhaul(settings.DATABASE_URL);
  }
}

async function serveAgain(first: Settings, parts: Pick<AppParts, "outbound">): Promise<number> {
  let settings = first;
  const logLines = createLogRing();
  const log = createLog(settings, systemClock, undefined, logLines);
  endOnBugs(log);
  let stopped: Promise<string> | undefined;
  let port = settings.PORT;
  // Repeats only after a restore, or if an update could not start another program in place of this
  // one.
  for (;;) {
    await settle(settings, log);
    // Before the claim, so that a predecessor serves until everything is ready.
    const webApps = await prepareWebApps(settings, log);
    const release = await claimSqlite(settings.DATABASE_URL, {
      waitMs: CLAIM_WAIT_MS,
      onWait: () => log.warn({}, "another process is using this database; waiting for it to end"),
    });
    settings = (await finishInterrupted(settings, log)) ? readSettings() : settings;
    for (const folder of await sweepWorkingFolders([settings.DATA_DIR, settings.BACKUP_DIR])) {
      log.info({ folder }, "removed the remains of an interrupted command");
    }
    const replaced = Promise.withResolvers<Successor>();
    const installation = {
      inContainer: isInContainer(surroundings(process.env)),
      handOver: replaced.resolve,
      reopenApp: () => replaced.resolve("app"),
      restartInPlace: () => replaced.resolve("process"),
    };
    // On the same port, even if the system chose it.
    const own = { ...settings, PORT: port };
    const app = await buildApp({ ...parts, settings: own, log, logLines, webApps, installation });
    // From the first request on, a signal must close the app and not just end the process.
    stopped ??= stopSignal();
    const end = await serveUntil(app, log, [stopped, replaced.promise]).finally(release);
    port = end.port;
    if (end.successor === "app") continue;
    if (end.successor === undefined) return 0;
    if (end.successor === "process") {
      // An operator who wants it stopped does not want it restarted.
      if (await isOver(stopped)) return 0;
      restartInPlace(process, log, (status) => process.exit(status));
    }
    const status = await replaceBy(end.successor, settings, { port, stopped });
    if (status !== undefined) return status;
    log.error({}, "the new version did not become healthy; keeping this one");
  }
}

/** @returns whether the secrets may differ from those that were read */
async function finishInterrupted(settings: Settings, log: Log): Promise<boolean> {
  const end = await finishBeforeServing(settings, {
    waitMs: CLAIM_WAIT_MS,
    onWait: () => log.warn({}, "a restore is running; waiting for it to end"),
  });
  if (end === "done") log.info({}, "the restored database is used");
  if (end === "undone") log.warn({}, "a restore was interrupted and has been undone");
  return end !== undefined;
}

/** Undoes an interrupted update; what cannot be undone now is retried at the next start. */
async function settle(settings: Settings, log: Log): Promise<void> {
  const about = { disk: realDisk, dataDir: settings.DATA_DIR, version: VERSION };
  try {
    const settled = await settleUpdate(about, systemClock.nowMs());
    if (settled === undefined) return;
    const { error, targetVersion } = settled;
    log.warn({ error }, `the update to ${targetVersion} was undone`);
  } catch (cause) {
    log.error({ cause }, "an interrupted update cannot be undone");
  }
}

/** Serves until a stop signal, or until the app is to be replaced; then closes it. */
async function serveUntil(
  app: App,
  log: Log,
  [stopped, replaced]: readonly [Promise<string>, Promise<Successor>],
): Promise<{ readonly port: number; readonly successor: Successor | undefined }> {
  let successor: Successor | undefined;
  try {
    const port = await open(app, log);
    const isStopped = stopped.then((signal) => ({ signal }));
    const end = await Promise.race([isStopped, replaced]);
    const isSignal = typeof end === "object" && "signal" in end;
    successor = isSignal ? undefined : end;
    log.info(typeof end === "object" ? end : { restarts: end }, "closing");
    return { port, successor };
  } finally {
    await closeInTime(app, () => {
      if (successor === undefined) process.exit(1);
    }).catch((cause: unknown) => {
      // Without its database not everything can be closed in order; nothing of it is kept.
      if (successor !== "process") throw cause;
      log.warn({ cause }, "some resources could not be closed; exiting anyway");
    });
    log.info({}, "closed");
  }
}

/** @returns the port */
async function open(app: App, log: Log): Promise<number> {
  const { settings } = app.deps;
  // If nothing can be stored, no administrator can be created.
  const readsOnly = storageOf(app.deps.database).state === "reading";
  const setupToken = readsOnly ? undefined : await prepareSetupToken(app.deps);
  await prepareSigner(app.deps);
  const erased = await eraseAgain(app.deps);
  if (erased > 0) log.warn({ erased }, "erased accounts again that a restore had brought back");
  const { port } = await app.listen().catch((error: unknown) => explainListen(error, settings));
  const address = addressOf(settings, port);
  const startMs = Math.round(systemClock.monotonicMs());
  log.info({ version: VERSION, startMs }, `listening on ${address}`);
  await reportUpdate(app.deps).catch((cause: unknown) => {
    log.error({ cause }, "the outcome of the last update could not be determined");
  });
  if (setupToken !== undefined) {
    log.warn(
      {},
      `no administrator yet; create the first one at ${setupLink(settings, port, setupToken)}`,
    );
  }
  flushCompileCache();
  // Last, because it takes a fifth of a second.
  setImmediate(releaseMemory);
  return port;
}

/**
 * Where to create the first administrator: under PUBLIC_URL, because ports and names differ
 * outside.
 */
export function setupLink(
  settings: Pick<Settings, "HOST" | "BASE_PATH" | "PUBLIC_URL">,
  port: number,
  token: string,
): string {
  const screen = `/admin/setup?token=${token}` as const;
  return publicLink(settings, screen) ?? addressOf(settings, port).replace(/\/$/, "") + screen;
}

/** The URL of the service for a browser on this machine. */
export function addressOf(settings: Pick<Settings, "HOST" | "BASE_PATH">, port: number): string {
  const isAnywhere = settings.HOST === "0.0.0.0" || settings.HOST === "::";
  const host = settings.HOST.includes(":") ? `[${settings.HOST}]` : settings.HOST;
  return `http://${isAnywhere ? "localhost" : host}:${port}${settings.BASE_PATH}`;
}

/** SIGHUP: the terminal was closed. */
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A second signal ends the process at once. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    const stop = (signal: string) => {
      for (const name of STOP_SIGNALS) process.removeListener(name, stop);
      resolve(signal);
    };
    for (const name of STOP_SIGNALS) process.on(name, stop);
  });
}

function isOver(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => true), Promise.resolve(false)]);
}

/** @param onLate  called when closing takes too long; it is then no longer awaited */
async function closeInTime(app: App, onLate: () => void): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    onLate();
    late.resolve();
  }, CLOSE_MS);
  await Promise.race([app.close(), late.promise]);
  clearTimeout(timer);
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
