import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { codeOf } from "../basics/thrown.ts";
import { LOCK_FILE } from "./install-layout.ts";
import { readIfThere, type ReleaseDisk } from "./release-disk.ts";

/** Identifies one process, even if its number is reused or the machine was restarted. */
const Holder = z.object({
  pid: z.number().int().positive(),
  /** Clock ticks since the machine started. */
  startTime: z.string(),
  bootId: z.string(),
});

type Holder = z.infer<typeof Holder>;

/**
 * Locks the install folder for this process. The lock of a process that is gone is void.
 *
 * @returns false if another process, or this one, already holds it
 */
export async function takeUpdateLock(disk: ReleaseDisk, installDir: string): Promise<boolean> {
  const path = join(installDir, LOCK_FILE);
  const own = JSON.stringify(await holderOf(process.pid));
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      await disk.claim(path, own);
      return true;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      if (await isUpdateLocked(installDir)) return false;
      await disk.remove(path);
    }
  }
  return false;
}

/** Whether a live process holds the lock. */
export async function isUpdateLocked(installDir: string): Promise<boolean> {
  const holder = parseHolder(await readIfThere(join(installDir, LOCK_FILE)));
  if (holder === undefined) return false;
  const now = await holderOf(holder.pid).catch(() => undefined);
  return now?.startTime === holder.startTime && now.bootId === holder.bootId;
}

/** Releases this process's lock. */
export async function releaseUpdateLock(disk: ReleaseDisk, installDir: string): Promise<void> {
  const holder = parseHolder(await readIfThere(join(installDir, LOCK_FILE)));
  const isOther = holder?.pid !== process.pid && (await isUpdateLocked(installDir));
  if (!isOther) await disk.remove(join(installDir, LOCK_FILE));
}

function parseHolder(text: string | undefined): Holder | undefined {
  try {
    return Holder.safeParse(JSON.parse(text ?? "null")).data;
  } catch {
    return undefined;
  }
}

/** @throws Error if there is no such process */
async function holderOf(pid: number): Promise<Holder> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The second field is the name, which may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // An ended process stays listed until its parent reaps it; in a container, nobody may.
  if (fields[0] === "Z" || fields[0] === "X") throw new Error(`process ${pid} has ended`);
  const bootId = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
  return { pid, startTime: fields[19] ?? "", bootId };
}
