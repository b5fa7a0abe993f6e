/** Letters, digits and the marks that belong to them, in any script. */
const RUNS = /[\p{L}\p{N}\p{M}]+/gu;

const ASCII = /^[\x21-\x7e]+$/;

/**
 * What a text is found by: every pair of neighbouring characters inside its words, and every single
 * character beyond ASCII, once each. Single ASCII letters are left out: nearly every word has them,
 * and reading all words is quicker than reading their entries.
 *
 * A text that contains a query has all the query's tokens, in any language and from one character
 * up. The reverse does not hold ("ab ba" lacks "aba"): tokens narrow down what is then compared.
 */
export function searchTokens(text: string): string[] {
  const tokens = new Set<string>();
  for (const run of runsOf(text)) {
    for (const [index, character] of run.entries()) {
      const next = run[index + 1];
      if (!ASCII.test(character)) tokens.add(character);
      if (next !== undefined) tokens.add(character + next);
    }
  }
  return [...tokens].map(plain);
}

/**
 * Tokens that every match must have. None for queries of single ASCII letters or of no letters at
 * all: there the index cannot help. Single characters are asked for only when they stand alone.
 */
export function queryTokens(query: string): string[] {
  const tokens = new Set<string>();
  for (const run of runsOf(query)) {
    const [only] = run;
    if (only !== undefined && run.length === 1 && !ASCII.test(only)) tokens.add(only);
    for (const [index, next] of run.slice(1).entries()) tokens.add(`${run[index]}${next}`);
  }
  return [...tokens].map(plain);
}

/** Characters, not UTF-16 halves, of each word. */
function runsOf(text: string): string[][] {
  return (text.toLowerCase().match(RUNS) ?? []).map((run) => [...run]);
}

/**
 * In ASCII, because a database's own idea of letters is older than ours and may split or fold what
 * it does not know. An encoded token has at least three characters, a plain one at most two.
 */
function plain(token: string): string {
  if (ASCII.test(token)) return token;
  return [...token].map((character) => `u${character.codePointAt(0)?.toString(16)}`).join("");
}
