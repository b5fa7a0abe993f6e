import { readFileSync, writeFileSync } from "node:fs";

/**
 * Makes package-lock.json installable after a change of dependencies.
 *
 * Some registries lack binaries that a package lists for other platforms. `npm install` then writes
 * a lock in which the package still names them, and the next `npm ci` refuses it ("Missing: … from
 * lock file"). This removes names without an entry; a platform whose binary is missing could not
 * install it anyway.
 *
 * Run it after `npm install`, commit the result, and check it with `npm ci` in a fresh clone.
 */
interface LockedPackage {
  optionalDependencies?: Record<string, string>;
}

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, LockedPackage> };

for (const [place, entry] of Object.entries(lock.packages)) {
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    const candidates = [`node_modules/${name}`, `${place}/node_modules/${name}`];
    if (candidates.some((candidate) => candidate in lock.packages)) continue;
    delete entry.optionalDependencies?.[name];
    console.log(`${place}: dropped ${name}, which the registry did not offer`);
  }
}

writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
