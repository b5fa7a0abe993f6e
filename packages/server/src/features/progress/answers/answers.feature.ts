import type { Feature } from "../../../feature.ts";

/** Stored answers (records), and a learner's history for the engine. */
export const answersFeature: Feature = {
  name: "answers",
  owns: ["records"],
  reads: ["words"],
  personalTables: [{ table: "records", column: "user_id" }],
};
