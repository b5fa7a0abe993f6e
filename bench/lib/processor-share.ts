import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PERIOD_US = 100_000;

/** A control group whose processes together get only part of one core. */
export interface ProcessorShare {
  /** Moves a process with all its threads into the group. */
  hold(pid: number): void;
  /** Call it after its processes have ended. */
  remove(): void;
}

/**
 * @param cores  for example 0.25
 * @returns undefined if this program may not create control groups
 */
export function createProcessorShare(name: string, cores: number): ProcessorShare | undefined {
  const quotaUs = Math.round(PERIOD_US * cores);
  return (
    makeGroup(`/sys/fs/cgroup/${name}`, { "cpu.max": `${quotaUs} ${PERIOD_US}` }) ??
    makeGroup(`/sys/fs/cgroup/cpu/${name}`, {
      "cpu.cfs_period_us": String(PERIOD_US),
      "cpu.cfs_quota_us": String(quotaUs),
    })
  );
}

function makeGroup(
  folder: string,
  limits: Readonly<Record<string, string>>,
): ProcessorShare | undefined {
  const remove = () => {
    if (existsSync(folder)) rmdirSync(folder);
  };
  try {
    mkdirSync(folder);
  } catch {
    return undefined;
  }
  try {
    for (const [file, text] of Object.entries(limits)) {
      // In a folder that is no control group, writing would create an ordinary file.
      if (!existsSync(join(folder, file))) throw new Error(`${folder} has no ${file}`);
      writeFileSync(join(folder, file), text);
    }
  } catch {
    remove();
    return undefined;
  }
  return { hold: (pid) => writeFileSync(join(folder, "cgroup.procs"), String(pid)), remove };
}
