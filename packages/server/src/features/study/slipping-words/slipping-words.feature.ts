import type { Feature } from "../../../feature.ts";
import { slippingWordsRoutes } from "./slipping-words.routes.ts";

/** Words that a learner missed lately and has not firmed since. */
export const slippingWordsFeature: Feature = {
  name: "slipping-words",
  routes: [slippingWordsRoutes],
  owns: ["slip_dismissals"],
  personalTables: [{ table: "slip_dismissals", column: "user_id" }],
  wordTables: [{ table: "slip_dismissals" }],
  reads: ["records", "word_states"],
};
