import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ReleaseDisk } from "./release-disk.ts";
import { LAUNCHER, STATIC, keptLauncher, keptStatic, libOf } from "./install-layout.ts";
import type { SwapStep } from "./update-journal.ts";

/** The replacement to make. All paths are absolute. */
export interface SwapPlan {
  readonly installDir: string;
  readonly stagingDir: string;
  readonly fromVersion: string;
  readonly targetVersion: string;
  /** The unpacked release; null if the target is kept in the install folder. */
  readonly unpackedDir: string | null;
}

/**
 * Installs a release by renames, the launcher last, so that a launcher exists at any time and its
 * files are present. Running code is never moved.
 *
 * @param note  stores all steps so far, before the last of them is taken
 */
export async function swapRelease(
  disk: ReleaseDisk,
  plan: SwapPlan,
  note: (steps: readonly SwapStep[]) => Promise<void>,
): Promise<void> {
  const steps: SwapStep[] = [];
  const move = async (from: string, to: string) => {
    steps.push({ kind: "move", from, to });
    await note(steps);
    await disk.rename(from, to);
  };
  const { installDir, fromVersion, targetVersion } = plan;
  const sources = sourcesOf(plan);
  const lib = libOf(installDir, targetVersion);
  const isRunning = fromVersion === targetVersion && existsSync(lib);
  if (sources.lib !== undefined && !isRunning) {
    if (!existsSync(dirname(lib))) await disk.makeFolder(dirname(lib));
    if (existsSync(lib)) await move(lib, join(plan.stagingDir, "replaced-lib"));
    await move(sources.lib, lib);
  }
  const staticDir = join(installDir, STATIC);
  const kept = keptStatic(installDir, fromVersion);
  if (existsSync(kept) && kept !== sources.static) {
    await move(kept, join(plan.stagingDir, "replaced-static"));
  }
  if (existsSync(staticDir)) {
    await move(staticDir, fromVersion === targetVersion ? join(plan.stagingDir, "same") : kept);
  }
  if (sources.static !== undefined) await move(sources.static, staticDir);
  await replaceLauncher(disk, plan, sources.launcher, async (step) => {
    steps.push(step);
    await note(steps);
  });
}

/** Current location of the target's parts; undefined if nothing has to be moved. */
function sourcesOf({ installDir, targetVersion, unpackedDir }: SwapPlan) {
  if (unpackedDir === null) {
    const kept = keptStatic(installDir, targetVersion);
    return {
      lib: undefined,
      static: existsSync(kept) ? kept : undefined,
      launcher: keptLauncher(installDir, targetVersion),
    };
  }
  const lib = libOf(unpackedDir, targetVersion);
  const staged = join(unpackedDir, STATIC);
  return {
    lib,
    static: existsSync(staged) ? staged : undefined,
    launcher: join(unpackedDir, LAUNCHER),
  };
}

/** Copies the former launcher, then renames the new one over it. */
async function replaceLauncher(
  disk: ReleaseDisk,
  { installDir, stagingDir, fromVersion, unpackedDir }: SwapPlan,
  fresh: string,
  note: (step: SwapStep) => Promise<void>,
): Promise<void> {
  const path = join(installDir, LAUNCHER);
  const kept = existsSync(path) ? keptLauncher(installDir, fromVersion) : null;
  await note({ kind: "launcher", path, kept });
  if (kept !== null) await disk.replace(kept, await readFile(path), 0o755);
  if (unpackedDir !== null) return disk.rename(fresh, path);
  // The copy is kept until the update has succeeded.
  const copy = join(stagingDir, LAUNCHER);
  await disk.replace(copy, await readFile(fresh), 0o755);
  await disk.rename(copy, path);
}

/**
 * Undoes the steps of a swap, last first, without needing disk space. Safe to repeat, and for steps
 * that were never taken.
 */
export async function undoSwap(disk: ReleaseDisk, steps: readonly SwapStep[]): Promise<void> {
  for (const step of steps.toReversed()) {
    if (step.kind === "move") {
      if (existsSync(step.to) && !existsSync(step.from)) await disk.rename(step.to, step.from);
    } else if (step.kept === null) {
      await disk.remove(step.path);
    } else if (existsSync(step.kept)) {
      await disk.rename(step.kept, step.path);
    }
  }
}
