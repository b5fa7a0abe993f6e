import { queryTokens } from "@wordloom/server/platform/database/dialect/search-tokens";
import { tokensOf, wordText } from "../lib/city-names.ts";
import { compareReads, type ComparedRead } from "../lib/raw-queries.ts";
import type { Row } from "../lib/row.ts";

const PAGE = 20;

/** From fragments of many words to a whole word. */
const SEARCHES = ["er", "tion", "laca", wordText(12_345).text, "的", "中国", "的是"];

const MATCHES = `words.seq in (select rowid from words_search where words_search match ?)
  and (words.text_folded like ? or words.meaning_folded like ?)`;

const ROWS = `select words.* from words where ${MATCHES}
  order by case when words.text_folded like ? then 0 else 1 end, words.text_folded, words.id
  limit ${PAGE}`;

const COUNT = `select count(*) as count from words where ${MATCHES}`;

/**
 * `GET /api/words?search=` in English and Chinese, against hand-written queries with the index and
 * the text comparison: one statement for the page, one for the total.
 */
export const browse: Row = () => {
  const [token = ""] = tokensOf(1);
  return compareReads(token, SEARCHES.map(toRead), { atMost: 2 });
};

function toRead(search: string): ComparedRead {
  const match = queryTokens(search)
    .map((part) => `"${part}"`)
    .join(" AND ");
  const matching = [match, `%${search}%`, `%${search}%`];
  return {
    name: `search ${search}`,
    path: `/api/words?search=${encodeURIComponent(search)}&perPage=${PAGE}`,
    statements: [
      { text: ROWS, values: [...matching, `${search}%`] },
      { text: COUNT, values: matching },
    ],
  };
}
