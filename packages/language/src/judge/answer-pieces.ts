import { foldText } from "../keys/fold-text.ts";
import { lettersOf } from "./answer-key.ts";
import { withoutArticle, type LanguageRules } from "./language-rules.ts";

/** A piece of the typed text, for showing where it differs. */
export interface Piece {
  readonly text: string;
  readonly kind: "same" | "extra" | "missing";
}

/** A letter with its marks. */
interface Sign {
  /** What stands before it and is not compared: spaces and punctuation. */
  readonly before: string;
  readonly text: string;
  /** How it is compared. */
  readonly key: string;
}

const SIGN = /\P{M}\p{M}*|\p{M}+/gu;

/**
 * Aligns the typed text with the right one, letter by letter. What is right is shown as it is
 * written in the right text, with its capitals, spaces and punctuation. An article that only one of
 * them has may be left out, and is not compared.
 *
 * @returns  without the extra pieces: the right text, apart from spaces
 */
export function piecesOf(typed: string, right: string, rules: LanguageRules): Piece[] {
  const [typedArticle, article] = [articleOf(typed, rules), articleOf(right, rules)];
  const given = signsOf(article === "" ? typed.slice(typedArticle.length) : typed).signs;
  const { signs, after } = signsOf(typedArticle === "" ? right.slice(article.length) : right);
  const pieces: { text: string; kind: Piece["kind"] }[] = [];
  const add = (text: string, kind: Piece["kind"]) => {
    const last = pieces.at(-1);
    if (text === "") return;
    if (last?.kind === kind) last.text += text;
    else pieces.push({ text, kind });
  };
  if (typedArticle === "") add(article, "same");
  for (const { kind, before, text } of aligned(given, signs)) {
    const isFirst = pieces.length === 0;
    if (kind !== "extra") add(before, "same");
    else if (!isFirst) add(before, before.trim() === "" ? "same" : "extra");
    add(text, kind);
  }
  add(after, "same");
  return pieces;
}

/** Whether two words share at least half of their letters; otherwise one hides the other. */
export function areAlike(a: string, b: string): boolean {
  const letters = [[...a], [...b]] as const;
  const common = commonLengths(...letters)[0]?.[0] ?? 0;
  return 2 * common >= Math.max(letters[0].length, letters[1].length);
}

/** The article that a text begins with, as it is written there. */
function articleOf(text: string, rules: LanguageRules): string {
  const { article } = withoutArticle(foldText(text), rules);
  const written = text.slice(0, article.length);
  return foldText(written) === article ? written : "";
}

function signsOf(text: string): { readonly signs: readonly Sign[]; readonly after: string } {
  const signs: Sign[] = [];
  let before = "";
  for (const { 0: sign, index } of text.matchAll(SIGN)) {
    const key = lettersOf(sign);
    if (key === "" || (key === "'" && !isBetweenLetters(text, index, sign.length))) before += sign;
    else {
      signs.push({ before, text: sign, key });
      before = "";
    }
  }
  return { signs, after: before };
}

function isBetweenLetters(text: string, at: number, length: number): boolean {
  const [before, after] = [text.slice(0, at), text.slice(at + length)];
  return /[\p{L}\p{M}]$/u.test(before) && /^\p{L}/u.test(after);
}

/** Aligns two texts by their longest common subsequence. */
function* aligned(
  a: readonly Sign[],
  b: readonly Sign[],
): Generator<Sign & { readonly kind: Piece["kind"] }> {
  const common = commonLengths(
    a.map(({ key }) => key),
    b.map(({ key }) => key),
  );
  let [i, j] = [0, 0];
  for (let [x, y] = [a[0], b[0]]; x !== undefined || y !== undefined; [x, y] = [a[i], b[j]]) {
    const isExtra = y === undefined || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0);
    if (y !== undefined && x?.key === y.key) {
      yield { ...y, kind: "same" };
      [i, j] = [i + 1, j + 1];
    } else if (x !== undefined && isExtra) {
      yield { ...x, kind: "extra" };
      i += 1;
    } else if (y !== undefined) {
      yield { ...y, kind: "missing" };
      j += 1;
    }
  }
}

/** Length of the longest common subsequence of each pair of suffixes. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const skip = Math.max(table[i + 1]?.[j] ?? 0, table[i]?.[j + 1] ?? 0);
      table[i]![j] = a[i] === b[j] ? (table[i + 1]?.[j + 1] ?? 0) + 1 : skip;
    }
  }
  return table;
}
