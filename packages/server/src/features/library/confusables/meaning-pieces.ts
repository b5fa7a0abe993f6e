/** Part-of-speech labels such as `n.`, `vt.`, `adj.`. */
const LABELS = /\b(?:n|v|vt|vi|a|adj|adv|prep|conj|pron|int|num|art|aux|pl)\.\s*/g;
const SEPARATORS = /[;；,，、/|。.!?：:()（）[\]【】<>《》…\n\r\t]+/;
/** Words at the start of a definition that do not matter. */
const OPENINGS = /^(?:(?:to|an?|the|be|being|of|的)\s+)+/;

const PIECES_MAX = 12;

/**
 * The individual meanings in a text such as `v. 放弃；抛弃` or `to leave, to give up`.
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
