import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, readdir, rename, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import * as contract from "@wordloom/contract";
import { createClient, type Client } from "@wordloom/contract";
import { closeBrowser } from "@wordloom/testing/browser/browser";
import { ROOT } from "@wordloom/server/cli/web-app-sources";
import { freePort } from "@wordloom/testing/service/ports";
import { buildWebApps } from "../apps/web-app-build.ts";
import { bundleService } from "../service/bundle-service.ts";
import { openPublishedReleases, type PublishedReleases } from "./published-releases.ts";
import { startAnswering, type Answering } from "./steady-answers.ts";
import { openWatchingConsole, type WatchingConsole } from "./watching-console.ts";

const OLD = "v9.0.0";
const NEW = "v9.1.0";
const BROKEN = "v9.2.0";
const EMAIL = "operator@example.org";
const PASSWORD = "Babbage1791";
const HEALTHY_WITHIN_MS = 90_000;
const LOOK_EVERY_MS = 100;
/** A program that starts but never listens. */
const NEVER_HEALTHY = {
  path: "packages/server/src/main.ts",
  content: "setInterval(() => {}, 1e6);",
};

interface Installed {
  readonly releases: PublishedReleases;
  readonly folder: string;
  readonly dataDir: string;
  readonly url: string;
  readonly launcher: ChildProcess;
  readonly admin: Client;
  readonly faults: string[];
}

/** An installation whose operator starts and watches everything in the console. */
interface Watched extends Installed {
  readonly console: WatchingConsole;
}

/**
 * A release is installed from its tarball, updates itself under load, survives an update that never
 * becomes healthy, rolls back, and is stopped as one process. The operator orders all of it in the
 * console, whose page is never reloaded.
 *
 * @returns everything that was wrong
 */
export async function run(): Promise<string[]> {
  const root = await mkdtemp(path.join(os.tmpdir(), "wordloom-update-"));
  await buildWebApps(ROOT, () => undefined);
  await bundleService(ROOT, () => undefined);
  const releases = await openPublishedReleases(path.join(root, "published"));
  let installed: Installed | undefined;
  try {
    installed = await install(releases, root);
    const account = { email: EMAIL, password: PASSWORD };
    const watched = { ...installed, console: await openWatchingConsole(installed.url, account) };
    const answering = await startAnswering(installed.url);
    try {
      await updateUnderLoad(watched, answering);
      await surviveBrokenRelease(watched, answering);
      await goBack(watched, answering);
    } finally {
      await answering.stop();
      installed.faults.push(...(await watched.console.close()));
    }
    await compareAnswers(installed, answering);
    await stop(installed);
    return installed.faults;
  } finally {
    await closeBrowser();
    if (installed !== undefined) await killAll(installed);
    await releases.close();
    await rm(root, { recursive: true, force: true });
  }
}

async function install(releases: PublishedReleases, root: string): Promise<Installed> {
  const builtAt = performance.now();
  await releases.publish(OLD);
  console.log(`${OLD} was built, signed and published in ${secondsSince(builtAt)}.`);
  const unpacked = path.join(root, "unpacked");
  await mkdir(unpacked);
  await promisify(execFile)("tar", ["-xzf", releases.tarballOf(OLD), "-C", unpacked]);
  const [top = ""] = await readdir(unpacked);
  const folder = path.join(root, "wordloom");
  await rename(path.join(unpacked, top), folder);
  const port = await freePort();
  const dataDir = path.join(root, "data");
  const launcher = spawn(path.join(folder, "wordloom"), [], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    // Of this machine only the shell and its programs: the release includes Node.
    env: {
      PATH: "/usr/bin:/bin",
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      // Set explicitly, so that it works in a container, too.
      UPDATE_INSTALL_DIR: folder,
      ADMIN_EMAIL: EMAIL,
      ADMIN_PASSWORD: PASSWORD,
      RATE_LIMIT_AUTHENTICATED_MAX: "100000",
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  await untilVersion(url, OLD);
  console.log(`Installed from its tarball, it serves ${secondsSince(startedAt)} after its start.`);
  const admin = await signIn(url);
  return { releases, folder, dataDir, url, launcher, admin, faults: [] };
}

async function signIn(url: string): Promise<Client> {
  const stranger = createClient({ baseUrl: url });
  const body = { email: EMAIL, password: PASSWORD };
  const { token } = await stranger.call(contract.loginAdmin, { body });
  return createClient({ baseUrl: url, token: () => token });
}

async function updateUnderLoad(installed: Watched, answering: Answering): Promise<void> {
  const { admin, faults, releases } = installed;
  await releases.publish(NEW);
  await answering.more(20);
  console.log(`\n${NEW} is published; ${answering.acknowledged()} answers were acknowledged.`);
  const status = await admin.call(contract.checkForUpdates, {});
  console.log(
    `  The service sees ${status.stable?.latestVersion}; it runs ${status.currentVersion}.`,
  );
  check(faults, status.canApplyReason === null, `it cannot: ${status.canApplyReason}`);
  const startedAt = performance.now();
  await installed.console.install(NEW);
  await followPhases(installed, NEW);
  await untilVersion(installed.url, NEW);
  await watch(installed, `${NEW} installed and healthy.`);
  console.log(`  ${NEW} serves after ${secondsSince(startedAt)}.`);
  await answering.more(20);
  const { longestGapMs } = answering;
  console.log(
    `  Learners go on; the longest pause between two answers was ${seconds(longestGapMs())}.`,
  );
  check(faults, longestGapMs() < HEALTHY_WITHIN_MS, "learners waited for more than 90 s");
  check(faults, installed.launcher.exitCode === null, "the main process has ended");
}

/** Checks what the operator sees in the end. */
async function watch({ console: page, faults }: Watched, text: string): Promise<void> {
  const isSaid = await page.comesToSay(text);
  console.log(`  The console ${isSaid ? "says" : "does not say"}: ${text}`);
  check(faults, isSaid, `the console does not come to say "${text}"`);
}

/** Prints the phases until the task has ended, and reads the result from the serving version. */
async function followPhases({ admin, faults }: Installed, target: string): Promise<string> {
  let shown = "";
  const deadline = performance.now() + 2 * HEALTHY_WITHIN_MS;
  while (performance.now() < deadline) {
    const status = await admin.call(contract.readUpdateStatus, {}).catch(() => undefined);
    const task = status?.applyTask;
    if (task?.targetVersion === target && task.phase !== shown) {
      shown = task.phase;
      console.log(`  ${task.phase} (${task.percent} %)${task.error ? `: ${task.error}` : ""}`);
    }
    if (shown === "completed" || shown === "failed") return task?.error ?? shown;
    await pause(LOOK_EVERY_MS);
  }
  faults.push(`the update to ${target} did not end`);
  return "";
}

async function surviveBrokenRelease(installed: Watched, answering: Answering): Promise<void> {
  const { admin, faults, folder, releases } = installed;
  await releases.publish(BROKEN, NEVER_HEALTHY);
  console.log(`\n${BROKEN} is published. It starts, and never listens.`);
  await admin.call(contract.checkForUpdates, {});
  const before = await namesIn(folder);
  const startedAt = performance.now();
  await installed.console.install(BROKEN);
  const error = await followPhases(installed, BROKEN);
  await watch(installed, "The new version didn’t become healthy.");
  console.log(`  ${NEW} serves again after ${secondsSince(startedAt)}.`);
  check(faults, error.startsWith("HealthFailed: "), `the broken release ended with "${error}"`);
  await answering.more(20);
  const after = await namesIn(folder);
  const changed = new Set(before).symmetricDifference(new Set(after));
  check(faults, changed.size === 0, `the folder is not as before: ${[...changed].join(", ")}`);
  const { entries } = await admin.call(contract.listUpdates, {});
  const outcomes = entries.map(({ outcome, toVersion }) => `${toVersion} ${outcome}`);
  console.log(`  The history: ${outcomes.join(", ")}.`);
  check(
    faults,
    String(outcomes) === `${BROKEN} rolled_back,${NEW} success`,
    "the history is wrong",
  );
}

async function goBack(installed: Watched, answering: Answering): Promise<void> {
  const { admin, faults } = installed;
  const body = { targetVersion: OLD };
  const plan = await admin.call(contract.planRollback, { body });
  console.log(`\nBack to ${OLD}: possible ${plan.canRollback}, download ${plan.needsDownload}.`);
  check(faults, plan.canRollback && !plan.needsDownload, "the former version is not kept");
  const startedAt = performance.now();
  await installed.console.goBack(OLD);
  await followPhases(installed, OLD);
  await untilVersion(installed.url, OLD);
  await watch(installed, `${OLD} installed and healthy.`);
  console.log(`  ${OLD} serves after ${secondsSince(startedAt)}.`);
  await answering.more(20);
}

async function compareAnswers({ faults }: Installed, answering: Answering): Promise<void> {
  const [stored, count] = [await answering.stored(), answering.acknowledged()];
  console.log(`\n${count} answers were acknowledged, and ${stored} are stored.`);
  check(faults, stored === count, `${count} answers were acknowledged, ${stored} are stored`);
}

/** TERM to the main process, as a supervisor sends it, stops the serving version. */
async function stop({ faults, launcher, url }: Installed): Promise<void> {
  const ended = once(launcher, "exit");
  launcher.kill("SIGTERM");
  const late = pause(20_000).then(() => "overdue");
  const isLate = (await Promise.race([ended, late])) === "overdue";
  check(faults, !isLate, "the main process did not end");
  const answers = await fetch(`${url}/health`).then(
    () => true,
    () => false,
  );
  console.log(`Stopped as one process: it ${answers ? "still answers" : "answers no more"}.`);
  check(faults, !answers, "a version serves on after the main process was stopped");
}

/** Kills processes left in this journey's folders after a fault. */
async function killAll({ launcher, folder }: Installed): Promise<void> {
  launcher.kill("SIGKILL");
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const command = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (command.includes(`${folder}/`)) process.kill(Number(name), "SIGKILL");
  }
}

async function untilVersion(url: string, version: string): Promise<void> {
  const deadline = performance.now() + HEALTHY_WITHIN_MS;
  while (performance.now() < deadline) {
    const reply = await fetch(`${url}/api/health`).catch(() => undefined);
    const body = (await reply?.json().catch(() => undefined)) as { version?: string } | undefined;
    if (reply?.ok === true && body?.version === version) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`${version} did not serve within ${HEALTHY_WITHIN_MS / 1_000} s`);
}

/** Ignores Node's cache of compiled code, which a program extends whenever it loads more. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => !name.includes("/node_modules/.cache/"));
}

function check(faults: string[], holds: boolean, otherwise: string): void {
  if (!holds) faults.push(otherwise);
}

function secondsSince(startedAt: number): string {
  return seconds(performance.now() - startedAt);
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
