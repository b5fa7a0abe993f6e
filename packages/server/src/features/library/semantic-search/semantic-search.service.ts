import type { SemanticResults } from "@wordloom/contract";
import { composed } from "@wordloom/language";
import type { ModelNeeds } from "../../accounts/model-calls/model-calls.service.ts";
import { listWordsById, type WordReader } from "../words/words.service.ts";
import { findNearest } from "./embeddings.service.ts";
import { searchRelated } from "./related-search.service.ts";

/**
 * Words with a meaning similar to the query, or keyword matches if semantic search is unavailable.
 */
export async function searchByMeaning(
  needs: ModelNeeds,
  reader: WordReader,
  query: string,
  limit: number,
): Promise<SemanticResults> {
  // Composed as words are stored, because other code points are another text to a model.
  const nearest = await findNearest(needs, composed(query), limit);
  const isSemantic = nearest !== undefined;
  const results = isSemantic
    ? await listWordsById(
        needs.database,
        reader,
        nearest.map(({ wordId }) => wordId),
      )
    : await searchRelated(needs, reader, query, limit);
  const method = isSemantic ? "semantic" : "keyword";
  return { query, results, total: results.length, method, degraded: !isSemantic };
}
