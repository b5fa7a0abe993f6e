import { realDisk, type NewFile, type ReleaseDisk } from "../../platform/release/release-disk.ts";

/** A fault at one of the disk's changes. */
export interface DiskFault {
  /**
   * `full`: there is no space from this change on, until something is removed; `killed-before` and
   * `killed-after`: the process ends before or after this change, so that none follows.
   */
  readonly kind: "full" | "killed-before" | "killed-after";
  /** The number of the change, from 0. */
  readonly at: number;
}

/** The real disk with a fault; counts its changes. */
export interface FaultyDisk extends ReleaseDisk {
  readonly changes: readonly string[];
}

export function createFaultyDisk(fault?: DiskFault): FaultyDisk {
  const changes: string[] = [];
  let state: "well" | "full" | "killed" = "well";
  const files = new Set<NewFile>();
  /** The system closes the files of a process that ends. */
  const kill = async () => {
    state = "killed";
    for (const file of files) await file.abandon();
  };
  const killed = () => new Error("killed");
  const full = () => Object.assign(new Error("write ENOSPC"), { code: "ENOSPC" });
  const change = async <T>(name: string, needsSpace: boolean, work: () => Promise<T>) => {
    if (state === "killed") throw killed();
    const isNow = changes.length === fault?.at;
    changes.push(name);
    if (isNow && fault?.kind === "killed-before") {
      await kill();
      throw killed();
    }
    if (isNow && fault?.kind === "full") state = "full";
    if (state === "full" && needsSpace) throw full();
    const result = await work();
    if (isNow && fault?.kind === "killed-after") {
      await kill();
      throw killed();
    }
    return result;
  };
  return {
    changes,
    create: (path, mode) =>
      change(`create ${path}`, true, async () => {
        const file = await realDisk.create(path, mode);
        files.add(file);
        return withFaults(file, (name, work) => change(`${name} ${path}`, true, work));
      }),
    makeFolder: (path, mode) =>
      change(`folder ${path}`, true, () => realDisk.makeFolder(path, mode)),
    replace: (path, content, mode) =>
      change(`replace ${path}`, true, () => realDisk.replace(path, content, mode)),
    claim: (path, content) => change(`claim ${path}`, true, () => realDisk.claim(path, content)),
    rename: (from, to) => change(`rename ${from} ${to}`, false, () => realDisk.rename(from, to)),
    remove: (path) =>
      change(`remove ${path}`, false, async () => {
        await realDisk.remove(path);
        if (state === "full") state = "well";
      }),
  };
}

function withFaults(
  file: NewFile,
  change: (name: string, work: () => Promise<void>) => Promise<void>,
): NewFile {
  return {
    write: (piece) =>
      change("write", async () => {
        await file.write(piece);
      }),
    close: () => change("close", () => file.close()),
    abandon: () => file.abandon(),
  };
}
