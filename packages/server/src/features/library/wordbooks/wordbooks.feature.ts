import type { Feature } from "../../../feature.ts";
import { wordbooksRoutes } from "./wordbooks.routes.ts";

const ownWordbooks = { table: "wordbooks", column: "user_id" } as const;

/** System wordbooks and learners' own. */
export const wordbooksFeature: Feature = {
  name: "wordbooks",
  routes: [wordbooksRoutes],
  owns: ["wordbook_history", "wordbook_words", "wordbooks"],
  personalTables: [
    { table: "wordbooks", column: "user_id" },
    { table: "wordbook_words", column: "wordbook_id", of: ownWordbooks },
    { table: "wordbook_history", column: "wordbook_id", of: ownWordbooks },
  ],
  reads: ["words"],
  auditTargets: [
    {
      type: "wordbook",
      table: "wordbooks",
      name: "name",
      shown: { column: "type", values: ["system", "user"] },
    },
  ],
  wordTables: [{ table: "wordbook_words", isUse: true }],
};
