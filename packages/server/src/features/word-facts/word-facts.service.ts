import type { WordFacts } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { freshMapPerApp } from "../../platform/fresh-map.ts";
import { listSimilarWords, type SimilarWord } from "../confusables/confusables.service.ts";
import { knownWords } from "../words/words.service.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** Words whose look-alikes are remembered at most; a dozen each. */
const REMEMBERED_MAX = 20_000;

/** They are computed once a week. */
const BELIEVED_MS = 600_000;

const NONE: readonly SimilarWord[] = [];

const memory = freshMapPerApp<readonly SimilarWord[]>({
  entriesMax: REMEMBERED_MAX,
  freshForMs: BELIEVED_MS,
});

/**
 * What the engine wants to know of words among which it is to choose, with the words each may be
 * taken for; unknown ids are left out.
 */
export async function wordFacts(
  needs: Needs,
  ids: readonly string[],
): Promise<Map<string, WordFacts>> {
  const words = await knownWords(needs, ids);
  const similar = await similarWords(needs, needs.database, [...words.keys()]);
  const facts = new Map<string, WordFacts>();
  for (const [id, word] of words) {
    const confusables = similar(id);
    facts.set(id, confusables.length === 0 ? word : { ...word, confusables: [...confusables] });
  }
  return facts;
}

/** Words that each of these may be taken for, likest first; none where it is not known. */
export async function similarWords(
  needs: Needs,
  db: Database,
  ids: readonly string[],
): Promise<(id: string) => readonly SimilarWord[]> {
  const similar = await memory(needs).read(ids, async (missing) => {
    const found = await listSimilarWords(needs, db, missing);
    return new Map(missing.map((id) => [id, found.get(id) ?? NONE]));
  });
  return (id) => similar.get(id) ?? NONE;
}
