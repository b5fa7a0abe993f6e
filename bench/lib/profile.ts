import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { profileInto } from "./processes.ts";
import type { Row } from "./row.ts";

const TOP = 12;
const ROOT = new URL("../../", import.meta.url).href;

/** The parts of a `.cpuprofile` used here. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      /** Counted from 0. */
      readonly lineNumber: number;
    };
  }[];
  /** The node of each sample, and microseconds since the previous sample. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/**
 * Runs a row again with the service under `--cpu-prof`. The results of that run are discarded,
 * because profiling takes time.
 *
 * @returns functions with the most self time, with their share of the busy time
 */
export async function profileRow(row: Row): Promise<string[]> {
  const directory = mkdtempSync(path.join(os.tmpdir(), "wordloom-profile-"));
  profileInto(directory);
  try {
    await row();
    return topFunctions(readProfiles(directory));
  } finally {
    profileInto(undefined);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Profiles of main threads: the name ends in process, thread (0) and a number. */
function readProfiles(directory: string): CpuProfile[] {
  const names = readdirSync(directory).filter((name) => /\.\d+\.0\.\d+\.cpuprofile$/.test(name));
  return names.map((name) => JSON.parse(readFileSync(path.join(directory, name), "utf8")));
}

/** Self times summed over all profiles, largest first, without idle time. */
export function topFunctions(profiles: readonly CpuProfile[]): string[] {
  const times = new Map<string, number>();
  for (const { nodes, samples, timeDeltas } of profiles) {
    const names = new Map(nodes.map(({ id, callFrame }) => [id, describe(callFrame)]));
    for (const [index, id] of samples.entries()) {
      const name = names.get(id) ?? "(unknown)";
      times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
    }
  }
  times.delete("(idle)");
  const busy = times.values().reduce((sum, time) => sum + time, 0);
  return [...times]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, TOP)
    .map(([name, time]) => `${name} ${((100 * time) / busy).toFixed(1)} %`);
}

function describe(frame: CpuProfile["nodes"][number]["callFrame"]): string {
  const name = frame.functionName || "(anonymous)";
  if (frame.url === "") return name;
  const file = frame.url.replace(ROOT, "").replace(/^.*node_modules\//, "");
  return `${name} (${file}:${frame.lineNumber + 1})`;
}
