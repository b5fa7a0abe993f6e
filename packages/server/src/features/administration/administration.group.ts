import type { Feature } from "../../feature.ts";
import { broadcastsFeature } from "./broadcasts/broadcasts.feature.ts";

/** What only administrators see and do, across all other features. */
export const administration: readonly Feature[] = [broadcastsFeature];
