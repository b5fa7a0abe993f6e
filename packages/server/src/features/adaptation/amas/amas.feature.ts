import type { Feature } from "../../../feature.ts";
import { amasRoutes } from "./amas.routes.ts";

/** The engine of each learner: states, events, learning from answers, strategies. */
export const amasFeature: Feature = {
  name: "amas",
  routes: [amasRoutes],
  owns: ["amas_events", "engine_states", "word_ratings"],
  personalTables: [
    { table: "amas_events", column: "user_id" },
    { table: "engine_states", column: "user_id" },
  ],
  wordTables: [{ table: "word_ratings", isLate: true }],
};
