import { readdirSync, readFileSync } from "node:fs";

/** Processes with a path in this folder on their command line; Linux only. */
export function processesIn(folder: string): { readonly pid: number; readonly command: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: commandOf(name) }))
    .filter(({ command }) => command.includes(`${folder}/`));
}

/** Kills them at once, as a power failure would; this process last. */
export function killAllIn(folder: string): void {
  const all = processesIn(folder).map(({ pid }) => pid);
  for (const pid of all.filter((each) => each !== process.pid)) kill(pid);
  if (all.includes(process.pid)) kill(process.pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
