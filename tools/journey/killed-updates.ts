import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import * as contract from "@wordloom/contract";
import { createClient, type Client } from "@wordloom/contract";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { freePort } from "@wordloom/testing/service/ports";
import { momentsOf } from "./kills/kill-moments.ts";
import { DONE, FOLDER, ORDER, SEEN, type KillOrder, type KillPoint } from "./kills/kill-order.ts";
import { lendPackages, slimRelease } from "./kills/slim-release.ts";
import { openStore, type Store } from "./kills/kill-store.ts";
import { supervise, type Supervised } from "./kills/supervisor.ts";
import { faultsOf, servingVersion, unsettled, type Place } from "./kills/whole-installation.ts";
import { openPublishedReleases, type PublishedReleases } from "./published-releases.ts";
import { startAnswering, type Answering } from "./steady-answers.ts";

/** Set `UPDATE_KILLS=100` for a night. */
const ROUNDS = Number(process.env["UPDATE_KILLS"] ?? 10);
/** Set `UPDATE_KILLS_DATABASE=postgres` for the other database. */
const DATABASE = process.env["UPDATE_KILLS_DATABASE"] ?? "sqlite";
const EMAIL = "operator@example.org";
const PASSWORD = "Babbage1791";
/** Limit for the update, or for the recovery after the kill. */
const WELL_WITHIN_MS = 90_000;
const LOOK_EVERY_MS = 100;
const KILL_SWITCH = new URL("./kills/kill-switch.ts", import.meta.url).href;

interface Setting {
  readonly root: string;
  readonly releases: PublishedReleases;
  readonly store: Store;
}

interface Scene extends Place, Setting {
  readonly service: Supervised;
  readonly faults: string[];
}

/**
 * A supervised release updates itself again and again. In each phase, one of its disk changes is
 * interrupted by SIGKILL, to one process or to all, while a learner answers.
 *
 * @returns everything that was wrong
 */
export async function run(): Promise<string[]> {
  const root = await mkdtemp(path.join(memoryFolder(), "wordloom-kills-"));
  const store = await openStore(DATABASE, path.join(root, "data"));
  const releases = await openPublishedReleases(path.join(root, "published"), slimRelease);
  let scene: Scene | undefined;
  try {
    scene = await install({ root, releases, store });
    const admin = await signIn(scene);
    const answering = await startAnswering(scene.url);
    try {
      await killInEachPhase(scene, admin, answering);
    } finally {
      await answering.stop();
    }
    const [stored, count] = [await answering.stored(), answering.acknowledged()];
    console.log(`\n${count} answers were acknowledged, and ${stored} are stored.`);
    check(scene, stored === count, `${count} answers were acknowledged, ${stored} are stored`);
    await scene.service.stop();
    return scene.faults;
  } finally {
    scene?.service.kill();
    await store.close();
    await releases.close();
    await rm(root, { recursive: true, force: true });
  }
}

async function install({ root, releases, store }: Setting): Promise<Scene> {
  await releases.publish(tagOf(0));
  await lendPackages(root);
  const unpacked = path.join(root, "unpacked");
  await mkdir(unpacked);
  await promisify(execFile)("tar", ["-xzf", releases.tarballOf(tagOf(0)), "-C", unpacked]);
  const [top = ""] = await readdir(unpacked);
  const [folder, dataDir] = [path.join(root, "wordloom"), path.join(root, "data")];
  await rename(path.join(unpacked, top), folder);
  const port = await freePort();
  const service = supervise(folder, {
    PATH: "/usr/bin:/bin",
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: "fatal",
    UPDATE_INSTALL_DIR: folder,
    API_ONLY: "true",
    RATE_LIMIT_AUTHENTICATED_MAX: "100000",
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: PASSWORD,
    ...store.settings,
    [FOLDER]: root,
    NODE_OPTIONS: `--import ${KILL_SWITCH}`,
  });
  const url = `http://127.0.0.1:${port}`;
  const scene = { root, releases, store, folder, dataDir, url, service, faults: [] };
  await untilWell(async () =>
    (await servingVersion(scene)) === undefined ? "no start" : undefined,
  );
  return scene;
}

async function signIn({ url }: Scene): Promise<Client> {
  const body = { email: EMAIL, password: PASSWORD };
  const { token } = await createClient({ baseUrl: url }).call(contract.loginAdmin, { body });
  return createClient({ baseUrl: url, token: () => token });
}

async function killInEachPhase(scene: Scene, admin: Client, answering: Answering): Promise<void> {
  await update(scene, admin, { target: tagOf(1) });
  const lines = (await readFile(path.join(scene.root, SEEN), "utf8")).trimEnd().split("\n");
  const seen = lines.map((line) => line.slice(0, line.indexOf(":")));
  const changes = `changes the disk ${seen.length} times`;
  console.log(`An undisturbed update, on ${scene.store.name}, ${changes}. Killed at:\n`);
  let tags = 2;
  for (const point of momentsOf(seen, ROUNDS)) {
    // Updates differ slightly in their changes: one that had too few of a kind is repeated.
    const first = { ...point, nth: 0 };
    const isKilled =
      (await killOnce(scene, admin, { target: tagOf(tags++), point }, answering)) ||
      (await killOnce(scene, admin, { target: tagOf(tags++), point: first }, answering));
    check(scene, isKilled, `${point.kind}: an update came to its end without such a change`);
  }
}

/** @returns whether the update reached this point */
async function killOnce(
  scene: Scene,
  admin: Client,
  plan: Plan & { readonly point: KillPoint },
  answering: Answering,
): Promise<boolean> {
  await answering.more(5);
  const starts = scene.service.starts();
  const { version, tookMs } = await update(scene, admin, plan);
  const isKilled = existsSync(path.join(scene.root, DONE));
  const again = scene.service.starts() - starts;
  const took = `${(tookMs / 1_000).toFixed(1)} s`;
  const what = isKilled ? `after ${took}, started again ${again} times` : "it was not killed";
  console.log(`  ${nameOf(plan.point)}: ${version} serves, ${what}`);
  await answering.more(5);
  return isKilled;
}

interface Plan {
  readonly target: string;
  /** undefined: all changes are recorded. */
  readonly point?: KillPoint;
}

/**
 * Publishes and applies one version, and waits until the service has fully recovered.
 *
 * @returns the version that serves in the end, and the time it took, counted from the kill if any
 */
async function update(scene: Scene, admin: Client, plan: Plan) {
  const { root, folder, dataDir, releases, service } = scene;
  const { target, point } = plan;
  await releases.publish(target);
  await admin.call(contract.checkForUpdates, {});
  const current = (await servingVersion(scene)) ?? "";
  const order: KillOrder = { ...plan, installDir: folder, dataDir };
  await rm(path.join(root, DONE), { force: true });
  await writeFile(path.join(root, ORDER), JSON.stringify(order));
  const starts = service.starts();
  await apply(admin, target, current);
  const where = `${target}, ${point === undefined ? "undisturbed" : nameOf(point)}`;
  const isKilled = () => existsSync(path.join(root, DONE));
  const tookMs = await untilWell(() => notWell(scene, plan, starts), isKilled).catch(
    (error: unknown) => {
      scene.faults.push(`${where}: ${String(error)}`);
      return Number.POSITIVE_INFINITY;
    },
  );
  await rm(path.join(root, ORDER), { force: true });
  const version = (await servingVersion(scene)) ?? "none";
  const history = await historyFaults(admin, version, plan);
  const found = [...(await faultsOf(scene, version)), ...(await scene.store.faults())];
  const faults = [...found, ...history];
  scene.faults.push(...faults.map((fault) => `${where}: ${fault}`));
  return { version, tookMs };
}

/** Why an update is not over yet, whether or not it was killed. */
async function notWell(
  { root, service, ...place }: Scene,
  { target, point }: Plan,
  starts: number,
): Promise<string | undefined> {
  const isKilled = existsSync(path.join(root, DONE));
  // If only the new version was killed, the old one may still run and serve again.
  const mayGoOn = point?.who === "it" && point.kind.includes(" new");
  if (isKilled && service.starts() === starts && !mayGoOn) return "it was not started again";
  const fault = await unsettled(place, target);
  if (fault !== undefined || isKilled) return fault;
  await rm(path.join(root, ORDER), { force: true });
  return existsSync(path.join(root, DONE)) ? "it was killed at the last moment" : undefined;
}

/** Ignores a lost reply, because the update may stop the service first. */
async function apply(admin: Client, targetVersion: string, current: string): Promise<void> {
  const body = { channel: "stable" as const, targetVersion, confirmCurrentVersion: current };
  await admin.call(contract.applyUpdate, { body }).catch((error: unknown) => {
    if (error instanceof contract.ApiError && error.status !== 0) throw error;
  });
}

/** Checks the audit log; for a task killed at its very start it may be empty. */
async function historyFaults(admin: Client, version: string, { target, point }: Plan) {
  const { entries } = await admin.call(contract.listUpdates, {}).catch(() => ({ entries: [] }));
  const outcomes = entries.filter(({ toVersion }) => toVersion === target).map((e) => e.outcome);
  const isUnknown = outcomes.length === 0 && point?.kind.startsWith("pending ") === true;
  const expected = version === target ? ["success"] : ["failed", "rolled_back"];
  const isRight = outcomes.length === 1 && outcomes.every((each) => expected.includes(each));
  const found = outcomes.join(", ") || "empty";
  return isRight || isUnknown ? [] : [`the history of ${target} is ${found}`];
}

/**
 * @param look  what is not well yet
 * @param isLater  whether the event that restarts the timer has happened; asked until it has
 * @returns the time it took, counted from that event
 */
async function untilWell(
  look: () => Promise<string | undefined>,
  isLater: () => boolean = () => false,
): Promise<number> {
  let [startedAt, hasRestarted] = [performance.now(), false];
  for (;;) {
    if (!hasRestarted && isLater()) [startedAt, hasRestarted] = [performance.now(), true];
    const fault = await look();
    const tookMs = performance.now() - startedAt;
    if (fault === undefined) return tookMs;
    if (tookMs > WELL_WITHIN_MS) throw new Error(`after ${WELL_WITHIN_MS / 1_000} s: ${fault}`);
    await pause(LOOK_EVERY_MS);
  }
}

function tagOf(number: number): string {
  return `v9.${number}.0`;
}

function nameOf({ kind, nth, when, who }: KillPoint): string {
  return `${kind}, ${when} change ${nth} (${who})`;
}

function check({ faults }: Scene, holds: boolean, otherwise: string): void {
  if (!holds) faults.push(otherwise);
}
