import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ReleaseDisk } from "./release-disk.ts";
import { LAUNCHER, STATIC, keptLauncher, keptStatic, libOf } from "./install-layout.ts";
import type { SwapStep } from "./update-journal.ts";

/** What is put in place of what. All paths are absolute. */
export interface SwapPlan {
  readonly installDir: string;
  readonly stagingDir: string;
  readonly fromVersion: string;
  readonly targetVersion: string;
  /** The unpacked release; null: the target is kept in the install folder. */
  readonly unpackedDir: string | null;
}

/**
 * Puts a release in place by renames, the launcher last, so that there is a launcher at any time,
 * and that it belongs to files that are there. Running code is never moved.
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

/** Where the parts of the target are now; undefined: nothing is to be moved. */
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
  // The copy that is kept stays until all is well.
  const copy = join(stagingDir, LAUNCHER);
  await disk.replace(copy, await readFile(fresh), 0o755);
  await disk.rename(copy, path);
}

/**
 * Takes the steps of a swap back, the last first; needs no space on the disk. Safe to repeat, and
 * for steps that were never taken.
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
