import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "vite";
import {
  findWebApps,
  fingerprintOf,
  isStale,
  STAMP,
  type WebApp,
} from "@wordloom/server/cli/web-app-sources";
import { claimFile } from "@wordloom/server/platform/database/claim-sqlite";
import { compressFiles } from "./compress-files.ts";

/** If another process builds for longer than this, it hangs. */
const WAIT_MAX_MS = 300_000;
const LOCK = "node_modules/.cache/wordloom/web-apps.lock";

/**
 * Builds the web apps whose sources have changed. Of processes that start at the same time one
 * builds; the others wait and find nothing left to do.
 *
 * @param say  receives one line for each app built
 * @throws Error if an app does not build; the previous build then remains
 */
export async function buildWebApps(root: string, say: (line: string) => void): Promise<void> {
  if (staleApps(root).length === 0) return;
  const lock = join(root, LOCK);
  const onWait = () => say("another process is building the web apps");
  const release = await claimFile(lock, { waitMs: WAIT_MAX_MS, onWait });
  if (release === undefined) throw new Error("another process builds the web apps for too long");
  try {
    for (const app of staleApps(root)) {
      const startedMs = performance.now();
      await buildApp(root, app);
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      say(`${relative(root, app.built)} built in ${seconds} s`);
    }
  } finally {
    release();
  }
}

function staleApps(root: string): WebApp[] {
  return findWebApps(root).filter((app) => isStale(root, app));
}

async function buildApp(root: string, app: WebApp): Promise<void> {
  // Taken first: sources that change during the build make the app stale again.
  const stamp = fingerprintOf(root, app);
  const fresh = `${app.built}-new`;
  try {
    await build({
      root: app.folder,
      logLevel: "warn",
      build: { outDir: fresh, emptyOutDir: true, sourcemap: false },
    });
    await compressFiles(fresh);
    writeFileSync(join(fresh, STAMP), stamp);
    replaceFolder(app.built, fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Does not disturb running services, which keep the files in memory. */
function replaceFolder(folder: string, fresh: string): void {
  const old = `${folder}-old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(fresh, folder);
  rmSync(old, { recursive: true, force: true });
}
