import type { Feature } from "../../../feature.ts";
import { semanticSearchRoutes } from "./semantic-search.routes.ts";
import { wordEmbeddings } from "./semantic-search.worker.ts";

/** Search by meaning. */
export const semanticSearchFeature: Feature = {
  name: "semantic-search",
  routes: [semanticSearchRoutes],
  workers: [wordEmbeddings],
  owns: ["word_embeddings"],
  reads: ["words"],
  wordTables: [{ table: "word_embeddings" }],
};
