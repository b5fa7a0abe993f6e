import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/** What is killed before a change of the disk does nothing more. */
class Dead extends Error {
  override readonly name = "Dead";
}

type Change = (path: string, ...rest: never[]) => Promise<unknown>;

/** Changes of the disk that are steps of what is killed; of `rename` the later name counts. */
const CHANGES = ["mkdir", "open", "rename", "rm"] as const;

/**
 * Runs work of this thread, which changes the disk only after another function was awaited each
 * time; what that one throws is thrown by the change.
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
 * Runs work of this thread as if its process were killed before the nth change of a path that is
 * watched: that one fails, and so do all that follow, those that would tidy up as well.
 *
 * @returns whether it came so far
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
