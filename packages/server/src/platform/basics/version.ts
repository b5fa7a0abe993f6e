import manifest from "../../../package.json" with { type: "json" };

/** Release tag of this build, e.g. `v1.2.3`. */
export const VERSION = `v${manifest.version}`;
