import type { Feature } from "../../../feature.ts";

/** Files of a wordbook center: their addresses, their format and their limits. */
export const centerFilesFeature: Feature = {
  name: "center-files",
};
