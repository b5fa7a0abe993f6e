import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sourceOfFile } from "../files/byte-source.ts";
import { openDeck, type Deck } from "./open-deck.ts";

/** The moment at which tests read decks, ms since 1970. */
const NOW_MS = Date.UTC(2026, 0, 1);

/**
 * Opens the bytes of a deck for `work`, from a private copy.
 *
 * @param nowMs  later reviews cannot be true, ms since 1970
 */
export async function withDeck<T>(
  bytes: Uint8Array,
  work: (deck: Deck) => T | Promise<T>,
  name = "deck.apkg",
  nowMs = NOW_MS,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "wordloom-deck-"));
  const path = join(folder, "file");
  writeFileSync(path, bytes);
  const source = sourceOfFile(path);
  try {
    const deck = await openDeck(source, name, join(folder, "collection"), nowMs);
    if (deck === undefined) throw new Error("no deck");
    try {
      return await work(deck);
    } finally {
      deck.close();
    }
  } finally {
    source.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
