import type { Feature } from "../../feature.ts";

/** What only administrators see and do, across all other features. */
export const administration: readonly Feature[] = [];
