/** `n.`, `vt.`, `adj.` and their like, which say nothing about the meaning. */
const LABELS = /\b(?:n|v|vt|vi|a|adj|adv|prep|conj|pron|int|num|art|aux|pl)\.\s*/g;
const SEPARATORS = /[;；,，、/|。.!?：:()（）[\]【】<>《》…\n\r\t]+/;
/** Words that begin a definition without being part of it. */
const OPENINGS = /^(?:(?:to|an?|the|be|being|of|的)\s+)+/;

const PIECES_MAX = 12;

/**
 * The single meanings of a text such as `v. 放弃；抛弃` or `to leave, to give up`.
 *
 * @param meaning  lower case
 */
export function meaningPieces(meaning: string): string[] {
  const pieces = meaning
    .replace(LABELS, "")
    .split(SEPARATORS)
    .map((piece) => piece.trim().replace(OPENINGS, ""))
    .filter((piece) => piece !== "");
  return [...new Set(pieces)].slice(0, PIECES_MAX);
}
