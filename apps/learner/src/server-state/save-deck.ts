import { exportDeck } from "virtual:endpoints";
import { saveBlob } from "@wordloom/web/state";
import { readBytes } from "./read-bytes.ts";

/** What the decks are to hold. */
interface DeckWish {
  /** A book; undefined for all words. */
  readonly bookId?: string | undefined;
  /** Due dates and answers. */
  readonly reviews: boolean;
}

/**
 * Saves words as decks for Anki to a file.
 *
 * @param name  of the file
 * @throws ApiError for every unsuccessful reply; status 0 when there was none
 */
export async function saveDeck(name: string, { bookId, reviews }: DeckWish): Promise<void> {
  const query = new URLSearchParams({
    reviews: String(reviews),
    ...(bookId !== undefined && { wordbookIds: bookId }),
  });
  saveBlob(name, await readBytes(`${exportDeck.path}?${query.toString()}`));
}
