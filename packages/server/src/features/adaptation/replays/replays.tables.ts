declare module "../../../platform/database/tables.ts" {
  interface Tables {
    /** Learners of whom records were put in or taken away, and from when on their days changed. */
    learner_replays: { user_id: string; from_ms: number };
    /** Words whose state has to follow from their records. */
    replay_words: { user_id: string; word_id: string };
  }
}
