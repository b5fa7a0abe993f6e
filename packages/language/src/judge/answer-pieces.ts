/** A piece of the typed text, for showing where it differs. */
export interface Piece {
  readonly text: string;
  readonly kind: "same" | "extra" | "missing";
}

/**
 * Aligns the typed text with the right one. Of another word, which shares less than half of its
 * letters, only what was typed is left: nobody can read the two in one.
 */
export function piecesOf(typed: string, right: string): Piece[] {
  const [a, b] = [[...typed], [...right]];
  const common = commonLengths(a, b);
  const isOther = 2 * (common[0]?.[0] ?? 0) < Math.max(a.length, b.length);
  return isOther && a.length > 0 ? [{ text: typed, kind: "extra" }] : aligned(a, b, common);
}

/** The same for two spellings of one word, of which both are shown: ete and été. */
export function piecesOfSpelling(typed: string, right: string): Piece[] {
  const [a, b] = [[...typed], [...right]];
  return aligned(a, b, commonLengths(a, b));
}

/** Aligns two texts by their longest common subsequence. */
function aligned(
  a: readonly string[],
  b: readonly string[],
  common: readonly (readonly number[])[],
): Piece[] {
  const pieces: { text: string; kind: Piece["kind"] }[] = [];
  const add = (text: string, kind: Piece["kind"]) => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ text, kind });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const isExtra = j === b.length || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0);
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add(a[i] ?? "", "same");
      [i, j] = [i + 1, j + 1];
    } else if (i < a.length && isExtra) add(a[i++] ?? "", "extra");
    else add(b[j++] ?? "", "missing");
  }
  return pieces;
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
