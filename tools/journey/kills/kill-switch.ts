/**
 * Loaded into every process of an installed release (`NODE_OPTIONS=--import`): kills with SIGKILL
 * before or after one disk change. The program knows nothing of it.
 */
import fs, { existsSync, readFileSync, renameSync } from "node:fs";
import promises, { type FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import { DONE, FOLDER, ORDER, SEEN, type KillOrder } from "./kill-order.ts";
import { killAllIn } from "./processes-in.ts";

const folder = process.env[FOLDER];
const counts = new Map<string, number>();
const paths = new WeakMap<object, string>();

if (folder !== undefined && process.argv.includes("serve")) await watchTheDisk(folder);

async function watchTheDisk(place: string): Promise<void> {
  const { open, rename, rm, mkdir, link, writeFile } = promises;
  const change = <T>(name: string, path: string, work: () => Promise<T>) =>
    around(place, { name, path }, work);
  Object.assign(promises, {
    rename: (from: string, to: string) => change("rename", to, () => rename(from, to)),
    rm: (path: string, options: object) => change("rm", path, () => rm(path, options)),
    mkdir: (path: string, options: object) => change("mkdir", path, () => mkdir(path, options)),
    link: (from: string, to: string) => change("link", to, () => link(from, to)),
    writeFile: (path: string, ...rest: [string]) =>
      change("writeFile", path, () => writeFile(path, ...rest)),
    async open(path: string, flags?: string, mode?: number) {
      if (!/^[wa]/.test(flags ?? "r")) return open(path, flags, mode);
      const handle = await change("open", path, () => open(path, flags, mode));
      paths.set(handle, path);
      return handle;
    },
  });
  const probe = await open("/dev/null", "r");
  const handles = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const { write, sync } = handles;
  Object.assign(handles, {
    write(this: FileHandle, ...args: Parameters<typeof write>) {
      return change("write", paths.get(this) ?? "", () => write.apply(this, args));
    },
    sync(this: FileHandle) {
      return change("sync", paths.get(this) ?? "", () => sync.call(this));
    },
  });
  syncBuiltinESMExports();
}

async function around<T>(
  place: string,
  change: { readonly name: string; readonly path: string },
  work: () => Promise<T>,
): Promise<T> {
  const order = readOrder(place);
  const isWatched =
    order !== undefined &&
    [order.installDir, order.dataDir].some((each) => change.path.startsWith(`${each}/`));
  if (!isWatched) return work();
  const kind = kindNow(order);
  const nth = counts.get(`${order.target} ${kind}`) ?? 0;
  counts.set(`${order.target} ${kind}`, nth + 1);
  const { point } = order;
  if (point === undefined) {
    fs.appendFileSync(join(place, SEEN), `${kind}: ${change.name} ${change.path}\n`);
  }
  const isDue = point?.kind === kind && point.nth === nth;
  if (isDue && point.when === "before") die(place, order);
  const result = await work();
  if (isDue) die(place, order);
  return result;
}

function readOrder(place: string): KillOrder | undefined {
  const file = join(place, ORDER);
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, "utf8")) as KillOrder;
}

/**
 * Before the first entry of its journal, an update is `pending`. The old version's last changes may
 * come before or after the new one records completion, so they count as one kind.
 */
function kindNow({ target, dataDir }: KillOrder): string {
  const file = join(dataDir, "update/journal.json");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "{}";
  const { phase = "", targetVersion } = JSON.parse(text) as Record<string, string>;
  const isTarget = process.argv[1]?.includes(`/lib/${target}/`) === true;
  const who = `${isTarget ? "new" : "old"}${isMainThread ? "" : " thread"}`;
  if (targetVersion !== target) return `pending ${who}`;
  return `${!isTarget && phase === "completed" ? "restarting" : phase} ${who}`;
}

/** Returns only if the order was withdrawn in the meantime. */
function die(place: string, order: KillOrder): void {
  try {
    // Only once: not again in the restarted process.
    renameSync(join(place, ORDER), join(place, DONE));
  } catch {
    return;
  }
  if (order.point?.who === "all") killAllIn(order.installDir);
  process.kill(process.pid, "SIGKILL");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
