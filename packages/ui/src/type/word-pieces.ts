const HAN = /\p{Script=Han}/u;
/** Of Japanese, browsers know the phrases themselves. */
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

let segmenter: Intl.Segmenter | undefined;

/**
 * Cuts Chinese where a line may end without cutting a word: before each word that follows another.
 * Marks stay with the word before them.
 *
 * @returns the whole text as one piece where it is not Chinese, or the browser knows no words
 */
export function wordPieces(text: string): string[] {
  if (!HAN.test(text) || KANA.test(text) || !("Segmenter" in Intl)) return [text];
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
