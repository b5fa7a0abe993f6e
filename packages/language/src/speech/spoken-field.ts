import { isKana } from "../readings/kana.ts";
import { isOfLanguage } from "../tags/language-tag.ts";
import type { SpokenPart } from "./speech-path.ts";

/** A word as far as it can be spoken; kits of earlier versions lack some of it. */
interface SpokenWord {
  readonly text: string;
  readonly language?: string | undefined;
  readonly reading?: string | null | undefined;
  readonly meaning?: string | undefined;
  readonly examples?: readonly string[] | undefined;
}

/** A field of a word, and its text; undefined if the word has none. */
export interface SpokenField {
  readonly field: "text" | "reading" | "meaning" | "examples";
  readonly text: string | undefined;
}

/**
 * What is said for a part of a word. A Japanese word in Han characters is said by its kana: many
 * have several readings, of which the card shows one, and some voices have none.
 */
export function spokenField(word: SpokenWord, part: SpokenPart): SpokenField {
  if (part === "meaning") return { field: "meaning", text: word.meaning };
  const reading = word.reading ?? undefined;
  if (part === "reading") return { field: "reading", text: reading };
  if (part === "text") {
    const isByReading =
      isOfLanguage(word.language ?? "", "ja") && /\p{Script=Han}/u.test(word.text);
    if (isByReading && reading !== undefined && isKana(reading))
      return { field: "reading", text: reading };
    return { field: "text", text: word.text };
  }
  return { field: "examples", text: word.examples?.[Number(part.slice("example:".length))] };
}
