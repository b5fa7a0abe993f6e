import { scriptOf } from "@wordloom/language";

let segmenter: Intl.Segmenter | undefined;

/**
 * Splits Chinese text where a line may end without cutting a word: before each word that follows
 * another. Punctuation stays with the word before it.
 * @returns the whole text as one piece if it is not Chinese, or the browser cannot segment words
 */
export function wordPieces(text: string): string[] {
  // Browsers handle Japanese phrases themselves.
  if (scriptOf(text) !== "Hani" || !("Segmenter" in Intl)) return [text];
  segmenter ??= new Intl.Segmenter("zh", { granularity: "word" });
  const pieces: string[] = [];
  let followsWord = false;
  for (const { segment, isWordLike = false } of segmenter.segment(text)) {
    if (pieces.length === 0 || (isWordLike && followsWord)) pieces.push(segment);
    else pieces[pieces.length - 1] += segment;
    followsWord = isWordLike;
  }
  return pieces;
}
