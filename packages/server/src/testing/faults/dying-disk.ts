import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/** Thrown by every disk change of the simulated dead process. */
class Dead extends Error {
  override readonly name = "Dead";
}

type Change = (path: string, ...rest: never[]) => Promise<unknown>;

/** The disk changes that count as steps; `rename` counts under its new name. */
const CHANGES = ["mkdir", "open", "rename", "rm"] as const;

/**
 * Runs work of this thread, and awaits `ahead` before each of its disk changes; an error of `ahead`
 * becomes the error of the change.
 */
export async function aheadOfChanges(
  ahead: (path: string) => void | Promise<void>,
  work: () => Promise<unknown>,
): Promise<void> {
  const real = { ...promises };
  const patched = CHANGES.map((name) => {
    const change = real[name] as unknown as Change;
    const later: Change = async (path, ...rest) => {
      await ahead(name === "rename" ? String((rest as unknown[])[0]) : path);
      return change(path, ...rest);
    };
    return [name, later];
  });
  Object.assign(promises, Object.fromEntries(patched));
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    Object.assign(promises, real);
    syncBuiltinESMExports();
  }
}

/**
 * Runs work of this thread as if its process were killed before the nth change of a watched path:
 * this change and all later ones fail, including cleanups.
 *
 * @returns whether the work reached that change
 */
export async function killedAt(
  nth: number,
  isWatched: (path: string) => boolean,
  work: () => Promise<unknown>,
): Promise<boolean> {
  let [seen, isDead] = [0, false];
  const ahead = (path: string) => {
    if (isWatched(path)) isDead ||= seen++ === nth;
    if (isDead) throw new Dead(path);
  };
  try {
    await aheadOfChanges(ahead, work);
  } catch (error) {
    if (!(error instanceof Dead)) throw error;
  }
  return isDead;
}
