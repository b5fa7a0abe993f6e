import type { Feature } from "../../../feature.ts";
import { deckSuspensionsKeeper } from "./deck-suspensions.service.ts";
import { suspendedWordsRoutes } from "./suspended-words.routes.ts";

/** Words that are not handed out to a learner: suspended, buried or left out as known. */
export const suspendedWordsFeature: Feature = {
  name: "suspended-words",
  routes: [suspendedWordsRoutes],
  owns: ["suspended_words"],
  personalTables: [{ table: "suspended_words", column: "user_id" }],
  wordTables: [{ table: "suspended_words" }],
  reads: ["words"],
  deckKeepers: [deckSuspensionsKeeper],
};
