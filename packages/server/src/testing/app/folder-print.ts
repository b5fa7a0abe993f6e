import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Everything in a folder as lines, to be compared: paths, modes, contents. */
export function printFolder(folder: string, below = ""): string[] {
  const names = readdirSync(join(folder, below)).toSorted();
  return names.flatMap((name) => {
    const path = join(below, name);
    const full = join(folder, path);
    const stats = lstatSync(full);
    const mode = (stats.mode & 0o7777).toString(8);
    if (stats.isDirectory()) return [`${path}/ ${mode}`, ...printFolder(folder, path)];
    if (stats.isSymbolicLink()) return [`${path} -> ${readlinkSync(full)}`];
    return [`${path} ${mode} ${readFileSync(full, "latin1")}`];
  });
}
