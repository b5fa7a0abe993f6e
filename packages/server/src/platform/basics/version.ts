import { readFileSync } from "node:fs";

/**
 * Read at run time, not imported: the manifest of a release has a different version from its
 * checkout's.
 */
const manifest = JSON.parse(
  readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
) as { readonly version: string };

/** Release tag of this build, e.g. `v1.2.3`. */
export const VERSION = `v${manifest.version}`;
