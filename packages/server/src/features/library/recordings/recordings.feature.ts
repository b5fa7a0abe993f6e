import type { Feature } from "../../../feature.ts";
import { recordingsRoutes } from "./recordings.routes.ts";
import { mediaUpkeep, recordingsWorker } from "./recordings.worker.ts";

/** The recordings of words: fetched from elsewhere, and removed where no word plays them. */
export const recordingsFeature: Feature = {
  name: "recordings",
  routes: [recordingsRoutes],
  workers: [recordingsWorker, mediaUpkeep],
  reads: ["media", "word_media", "word_versions", "words"],
};
