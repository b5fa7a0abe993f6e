/** What counts as right in addition to the exact word. */
export interface Tolerance {
  /** e for é, o for ö. */
  readonly accents: boolean;
  /** One typo in words of six letters or more. */
  readonly slip: boolean;
}

type Verdict = "right" | "almost" | "wrong";

/** A piece of the typed text, for showing where it differs. */
interface Piece {
  readonly text: string;
  readonly kind: "same" | "extra" | "missing";
}

export interface Judgment {
  /** `almost` counts as right, and the typo is shown. */
  readonly verdict: Verdict;
  /** From the typed text to the nearest accepted spelling. */
  readonly pieces: readonly Piece[];
}

/** Shorter words have too many neighbors one typo away. */
const SLIP_MIN_LENGTH = 6;

/** A longer text is no word. */
const GIVEN_MAX = 300;

/**
 * Judges a typed answer. Case, spaces, punctuation, full-width letters, curly quotes, a leading
 * article or "to", and text in brackets never matter; accents and one typo depend on the settings.
 * @param expected the word as written in the library: "colo(u)r", "a/an", "(to) give up"
 * @param others words that a typo must not produce: the other words of the session
 */
export function judgeSpelling(
  given: string,
  expected: string,
  tolerance: Tolerance,
  others: readonly string[] = [],
): Judgment {
  const typed = fold(given.slice(0, GIVEN_MAX), tolerance);
  const accepted = spellingsOf(expected).map((text) => fold(text, tolerance));
  const nearest = accepted.toSorted((a, b) => distance(typed, a) - distance(typed, b))[0] ?? "";
  if (typed !== "" && accepted.includes(typed)) return { verdict: "right", pieces: same(given) };
  const isSlip =
    tolerance.slip &&
    [...nearest].length >= SLIP_MIN_LENGTH &&
    distance(typed, nearest) === 1 &&
    !others.some((other) => spellingsOf(other).some((text) => fold(text, tolerance) === typed));
  return { verdict: isSlip ? "almost" : "wrong", pieces: piecesOf(typed, nearest) };
}

const same = (text: string): Piece[] => [{ text: text.trim(), kind: "same" }];

/** The spellings an entry represents: with and without brackets, each side of a slash. */
export function spellingsOf(entry: string): string[] {
  const sides = entry.normalize("NFKC").split(/[/;；]/);
  const all = sides.flatMap((side) => [
    side.replace(/[()[\]（）]/g, ""),
    side.replace(/[([（][^)\]）]*[)\]）]/g, ""),
  ]);
  const spellings = all.map((text) => text.trim()).filter((text) => text !== "");
  return [...new Set(spellings)];
}

/** Distinct letters that are typed without their stroke when accents do not matter. */
const PLAIN: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ı: "i",
};

/** The text to compare: lower-case letters and digits only, without article or "to". */
function fold(text: string, { accents }: Tolerance): string {
  // Accents typed in place of an apostrophe; NFKC would turn one into a space and a mark.
  const quoted = text.replace(/[´`]/g, "'");
  const plain = quoted.normalize("NFKC").toLowerCase().replace(/ß/g, "ss").trim();
  const bare = plain.replace(/^(the|an?|to)\s+(?=\S)/, "");
  // A symbol that is not punctuation belongs to the word: C++, C#.
  const letters = bare.replace(/[^\p{L}\p{N}\p{M}\p{Sm}\p{Sc}\p{So}#&]+/gu, "");
  const all = letters === "" ? bare : letters;
  return accents ? withoutAccents(all) : all.normalize("NFC");
}

/**
 * Strips only Latin, Greek and Cyrillic accents; in other scripts a mark makes a different letter.
 */
function withoutAccents(text: string): string {
  const bare = text.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  return bare.normalize("NFC").replace(/[æœøłđðı]/g, (letter) => PLAIN[letter] ?? letter);
}

/** Optimal string alignment: insertions, deletions, substitutions, swaps of neighbors. */
export function distance(left: string, right: string): number {
  const [a, b] = [[...left], [...right]];
  let before: number[] = [];
  let row = b.map((_, j) => j).concat(b.length);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const plain = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(isSwap ? Math.min(plain, (before[j - 2] ?? 0) + 1) : plain);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Aligns the typed text with the right one by their longest common subsequence. */
function piecesOf(typed: string, right: string): Piece[] {
  const [a, b] = [[...typed], [...right]];
  const common = commonLengths(a, b);
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
