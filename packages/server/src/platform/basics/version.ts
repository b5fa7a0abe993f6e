import { readFileSync } from "node:fs";

/** Read, not imported: the manifest of a release has another version than that of its checkout. */
const manifest = JSON.parse(
  readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
) as { readonly version: string };

/** Release tag of this build, e.g. `v1.2.3`. */
export const VERSION = `v${manifest.version}`;
