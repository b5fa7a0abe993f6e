import type { Feature } from "../../../feature.ts";
import { starterWordsWorker } from "./starter-words.worker.ts";

/** The wordbooks that a new installation creates. */
export const starterWordsFeature: Feature = {
  name: "starter-words",
  workers: [starterWordsWorker],
  owns: ["starter_words"],
  reads: ["wordbooks", "words"],
  wordTables: [{ table: "starter_words" }],
};
