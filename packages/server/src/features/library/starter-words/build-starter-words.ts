import { readLanguageEntries } from "./languages/language-entries.ts";
import { readFormerOrders, readStarterEntries } from "./starter-entries.ts";
import { composeEdition, composeStarterContent, type StarterContent } from "./starter-words.ts";

export {
  difficultyOfRank,
  STARTER_VERSION,
  type StarterContent,
  type StarterEdition,
  type StarterWord,
} from "./starter-words.ts";

/**
 * The words and wordbooks of a new installation, from files of some 970 kB. Nothing is downloaded,
 * and only the difficulty is computed.
 *
 * @throws if a file cannot be read
 */
export async function buildStarterWords(): Promise<StarterContent> {
  const english = composeStarterContent(await readStarterEntries(), await readFormerOrders());
  const others = (await readLanguageEntries()).flatMap(([taught, entries]) =>
    taught.editions.map((edition) => composeEdition(taught, edition, entries)),
  );
  return [...english, ...others];
}
