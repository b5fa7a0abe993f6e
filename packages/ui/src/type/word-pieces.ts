import { scriptOf } from "@wordloom/language";

let segmenter: Intl.Segmenter | undefined;

/** A clause this short is not divided: dictionaries disagree about words such as 学得会. */
const CLAUSE_WHOLE_MAX = 7;

/**
 * Splits Chinese text where a line may end without cutting a word: before each word that follows
 * another, in clauses of some length, and after each clause. Punctuation stays with the word
 * before it.
 * @returns the whole text as one piece if it is not Chinese, or the browser cannot segment words
 */
export function wordPieces(text: string): string[] {
  // Browsers handle Japanese phrases themselves.
  if (scriptOf(text) !== "Hani" || !("Segmenter" in Intl)) return [text];
  const words = (segmenter ??= new Intl.Segmenter("zh", { granularity: "word" }));
  const clauses = text.match(/[^，；：。！？]*[，；：。！？]+|[^，；：。！？]+$/gu) ?? [text];
  return clauses.flatMap((clause) =>
    [...clause].length <= CLAUSE_WHOLE_MAX ? [clause] : piecesOf(clause, words),
  );
}

function piecesOf(clause: string, words: Intl.Segmenter): string[] {
  const pieces: string[] = [];
  let followsWord = false;
  for (const { segment, isWordLike = false } of words.segment(clause)) {
    if (pieces.length === 0 || (isWordLike && followsWord)) pieces.push(segment);
    else pieces[pieces.length - 1] += segment;
    followsWord = isWordLike;
  }
  return pieces;
}
