import { readFormerOrder, readStarterEntries } from "./starter-entries.ts";
import { composeStarterContent, type StarterContent } from "./starter-words.ts";

export {
  difficultyOfRank,
  ORDER_SINCE,
  STARTER_VERSION,
  type StarterContent,
  type StarterEdition,
  type StarterWord,
} from "./starter-words.ts";

/**
 * The words and wordbooks of a new installation, from a file of some 650 kB. Nothing is downloaded,
 * and only the difficulty is computed.
 *
 * @throws if the file cannot be read
 */
export async function buildStarterWords(): Promise<StarterContent> {
  return composeStarterContent(await readStarterEntries(), await readFormerOrder());
}
