import type { Feature } from "../../../feature.ts";

/** Rows of learning sessions. */
export const sessionLogFeature: Feature = {
  name: "session-log",
  owns: ["learning_sessions"],
  personalTables: [{ table: "learning_sessions", column: "user_id" }],
  reads: ["records", "word_states"],
};
