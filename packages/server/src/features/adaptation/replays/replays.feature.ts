import type { Feature } from "../../../feature.ts";

/** Learners and words as their records make them, after records were put in or taken away. */
export const replaysFeature: Feature = {
  name: "replays",
  owns: ["learner_replays", "replay_words"],
  personalTables: [
    { table: "learner_replays", column: "user_id" },
    { table: "replay_words", column: "user_id" },
  ],
  wordTables: [{ table: "replay_words" }],
};
