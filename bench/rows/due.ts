import { learnerId, tokensOf } from "../lib/city-names.ts";
import { compareReads } from "../lib/raw-queries.ts";
import type { Row } from "../lib/row.ts";

const LIMITS = [50, 200];

const DUE = `select * from word_states where user_id = ? and next_review_at_ms <= ?
  order by next_review_at_ms, word_id limit ?`;

/** `GET due/list` for a learner with thousands of due words, against the same query by hand. */
export const due: Row = () => {
  const [token = ""] = tokensOf(1);
  const reads = LIMITS.map((limit) => ({
    name: `${limit} due words`,
    path: `/api/word-states/due/list?limit=${limit}`,
    statements: [{ text: DUE, values: [learnerId(0), Date.now(), limit] }],
  }));
  return compareReads(token, reads, { atMost: 2 });
};
