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
  const real = { ...promises };
  let [seen, isDead] = [0, false];
  const patched = CHANGES.map((name) => {
    const change = real[name] as unknown as Change;
    const dying: Change = async (path, ...rest) => {
      const [later] = rest as unknown[];
      if (isWatched(name === "rename" ? String(later) : path)) isDead ||= seen++ === nth;
      if (isDead) throw new Dead(`${name} ${path}`);
      return change(path, ...rest);
    };
    return [name, dying];
  });
  Object.assign(promises, Object.fromEntries(patched));
  syncBuiltinESMExports();
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Dead)) throw error;
  } finally {
    Object.assign(promises, real);
    syncBuiltinESMExports();
  }
  return isDead;
}
