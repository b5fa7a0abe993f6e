import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Log } from "../platform/observability/log.ts";
import { readReleaseInfo } from "../platform/release/release-info.ts";
import type { Settings } from "../platform/settings/settings.ts";
import type { WebAppFolders } from "../platform/settings/web-app-folders.ts";
import { systemClock } from "../platform/time/clock.ts";
import { findReleasedApps, findWebApps, isBuilt } from "./web-app-sources.ts";
import { isStale, ROOT, type WebApp } from "./web-app-sources.ts";

/** A build takes some seconds; a longer one hangs. */
const BUILD_MAX_MS = 300_000;

/**
 * The web apps to serve. Builds those whose sources are newer than their build, in a separate
 * process, so that its memory is freed when it ends.
 *
 * @param root  of the checkout or release
 * @throws Error with the output of a failed build, because an old app must not run with a new API
 */
export async function prepareWebApps(
  { API_ONLY }: Pick<Settings, "API_ONLY">,
  log: Log,
  root: string = ROOT,
): Promise<WebAppFolders> {
  if (API_ONLY) return {};
  if (readReleaseInfo(root) !== undefined) return foldersOf(findReleasedApps(root));
  const apps = findWebApps(root);
  const stale = apps.filter((app) => isStale(root, app));
  const canBuild = stale.every(hasBuildTool);
  if (stale.length > 0 && canBuild) await build(root, stale, log);
  if (!canBuild) {
    const remedy = "install with npm ci, without --omit, and start again; or set API_ONLY=true";
    log.warn({ remedy }, `the tool that builds the web apps is missing (${namesOf(stale)})`);
  }
  return foldersOf(apps.filter(isBuilt));
}

function foldersOf(apps: readonly WebApp[]): WebAppFolders {
  return Object.fromEntries(apps.map(({ name, built }) => [name, built]));
}

function namesOf(apps: readonly WebApp[]): string {
  return apps.map(({ name }) => name).join(", ");
}

function hasBuildTool({ folder }: WebApp): boolean {
  try {
    createRequire(join(folder, "package.json")).resolve("vite/package.json");
    return true;
  } catch {
    return false;
  }
}

async function build(root: string, apps: readonly WebApp[], log: Log): Promise<void> {
  const startedMs = systemClock.monotonicMs();
  log.info({}, `building the web apps (${namesOf(apps)}), which takes a few seconds`);
  const child = spawn(process.execPath, [join(root, "tools/build.ts")], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: BUILD_MAX_MS,
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => output.push(chunk));
  }
  const [status, signal] = (await once(child, "close")) as [number | null, string | null];
  if (status !== 0) {
    const lines = Buffer.concat(output).toString().trim();
    const end = status === null ? `ended by ${signal}` : `exit status ${status}`;
    throw new Error(`The web apps cannot be built (${end}):\n${lines}\n\n${REMEDY}`);
  }
  log.info({ buildMs: Math.round(systemClock.monotonicMs() - startedMs) }, "built the web apps");
}

const REMEDY =
  "`npm run build` builds them without starting the service, for example as the user who may " +
  "write to apps/. API_ONLY=true starts the service without them.";
