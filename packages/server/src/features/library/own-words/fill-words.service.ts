import type { Database } from "../../../platform/database/tables.ts";
import { dictionaryFiller } from "./dictionary-filler.service.ts";
import { libraryFiller } from "./library-filler.service.ts";
import type { BareWord, Filled, WordFiller } from "./word-fillers.ts";

/** Sources of meanings for words without one, in the order in which they are asked. */
const FILLERS: readonly WordFiller[] = [libraryFiller, dictionaryFiller];

/** The values of the first source that knows each word; undefined if none does. */
export async function fillWords(
  db: Database,
  userId: string,
  words: readonly BareWord[],
): Promise<(Filled | undefined)[]> {
  const filled: (Filled | undefined)[] = words.map(() => undefined);
  for (const filler of FILLERS) {
    const open = [...words.keys()].filter((at) => filled[at] === undefined);
    if (open.length === 0) break;
    const asked = open.flatMap((at) => words[at] ?? []);
    const found = await filler.fill(db, userId, asked);
    for (const [index, at] of open.entries()) filled[at] = found[index];
  }
  return filled;
}
