import type { Feature } from "../../../feature.ts";
import { confusablesRoutes } from "./confusables.routes.ts";

/** Words that are easily confused with others. */
export const confusablesFeature: Feature = {
  name: "confusables",
  routes: [confusablesRoutes],
  owns: ["word_confusables"],
  reads: ["words"],
  wordTables: [{ table: "word_confusables" }],
};
