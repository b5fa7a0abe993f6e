import type { Feature } from "../../../feature.ts";

/** Stored answers (records), and a learner's history for the engine. */
export const answersFeature: Feature = {
  name: "answers",
  owns: ["records", "word_restarts"],
  reads: ["word_versions", "words"],
  personalTables: [
    { table: "records", column: "user_id" },
    { table: "word_restarts", column: "user_id" },
  ],
  wordTables: [{ table: "word_restarts" }],
};
