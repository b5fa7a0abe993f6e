import type { Feature } from "../../../feature.ts";

/** Learning sessions: their counters and how they end. */
export const learningSessionsFeature: Feature = {
  name: "learning-sessions",
  owns: ["learning_sessions"],
  personalTables: [{ table: "learning_sessions", column: "user_id" }],
  reads: ["records", "word_states"],
};
