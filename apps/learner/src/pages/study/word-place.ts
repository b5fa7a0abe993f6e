import { foldText } from "@wordloom/language";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Where a sentence has a word, however a program wrote either: `’` or `'`, NFC or NFD.
 *
 * @param from  where the search begins, in UTF-16 code units, as in the result
 */
export function wordPlace(
  sentence: string,
  word: string,
  from = 0,
): { readonly at: number; readonly end: number } | undefined {
  let folded = "";
  /** For each code unit of `folded`, where its character begins in the sentence. */
  const starts: number[] = [];
  for (const { segment, index } of graphemes.segment(sentence)) {
    const key = segment.trim() === "" ? " " : foldText(segment);
    folded += key;
    starts.push(...Array<number>(key.length).fill(index));
  }
  const key = foldText(word);
  const first = starts.findIndex((start) => start >= from);
  const found = key === "" || first < 0 ? -1 : folded.indexOf(key, first);
  const at = starts[found];
  return at === undefined ? undefined : { at, end: starts[found + key.length] ?? sentence.length };
}
