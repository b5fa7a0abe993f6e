import type { Feature } from "../../../feature.ts";

/** What the service writes to learners, in their languages. */
export const textsFeature: Feature = { name: "texts" };
