import { zipOf } from "@wordloom/imports/zip-for-tests";

/** The header of ECDICT. */
export const ECDICT =
  "word,phonetic,definition,translation,pos,collins,oxford,tag,bnc,frq,exchange,detail,audio\n";

interface TermParts {
  readonly reading?: string;
  readonly tags?: string;
  readonly score?: number;
}

/** A row of a term bank, format 3. */
export function term(text: string, glossary: unknown, parts: TermParts = {}): unknown[] {
  const { reading = "", tags = "", score = 0 } = parts;
  return [text, reading, tags, "", score, glossary, 1, ""];
}

/**
 * A Yomitan dictionary.
 *
 * @param terms  undefined for an archive without banks
 * @param second  the text of a second bank
 */
export function dictionaryZip(
  terms: readonly unknown[] | undefined,
  index: object = {},
  second?: string,
  figures?: readonly unknown[],
): Uint8Array {
  const about = { title: "Sample", format: 3, revision: "1", ...index };
  const json = (name: string, value: unknown) => [{ name, content: JSON.stringify(value) }];
  return zipOf([
    ...json("index.json", about),
    ...(terms === undefined ? [] : json("term_bank_1.json", terms)),
    ...(second === undefined ? [] : [{ name: "term_bank_2.json", content: second }]),
    ...(figures === undefined ? [] : json("term_meta_bank_1.json", figures)),
  ]);
}
