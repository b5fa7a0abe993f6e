import type { Migration } from "./migration.ts";

/**
 * Several processes apply answers: each reads the due answers of the learners it has locked, up to
 * a position. An index by learner alone would read the whole backlog of a learner for every batch.
 */
export const answersByLearner: Migration = {
  name: "0048-answers-by-learner",
  statements: [],
  postgres: [
    `create index answer_outbox_user_seq on answer_outbox (user_id, seq)`,
    `drop index answer_outbox_user`,
  ],
};
