import type { Feature } from "../../../feature.ts";
import { mediaRoutes } from "./media.routes.ts";
import { wordMediaKeeper } from "./word-media.service.ts";

/** Recordings and pictures of learners, and recordings of the library. */
export const mediaFeature: Feature = {
  name: "media",
  routes: [mediaRoutes],
  owns: ["media", "media_blobs", "media_sources", "word_media"],
  personalTables: [
    { table: "media", column: "user_id" },
    { table: "media_sources", column: "user_id" },
    { table: "word_media", column: "user_id" },
  ],
  wordTables: [{ table: "word_media" }],
  deckKeepers: [wordMediaKeeper],
};
