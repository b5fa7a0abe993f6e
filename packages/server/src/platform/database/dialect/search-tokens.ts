/** Letters, digits and the marks that belong to them, in any script. */
const RUNS = /[\p{L}\p{N}\p{M}]+/gu;

const ASCII = /^[\x21-\x7e]+$/;

/**
 * What a text is found by: every character and every pair of neighbours inside its words, once
 * each.
 *
 * A text that contains a query has all the query's tokens, in any language and from one character
 * up. The reverse does not hold ("ab ba" lacks "aba"): tokens narrow down what is then compared.
 */
export function searchTokens(text: string): string[] {
  const tokens = new Set<string>();
  for (const run of runsOf(text)) {
    for (const [index, character] of run.entries()) {
      tokens.add(character);
      const next = run[index + 1];
      if (next !== undefined) tokens.add(character + next);
    }
  }
  return [...tokens].map(plain);
}

/**
 * Tokens that every match must have; none when the query has no letter or digit, and then the index
 * cannot help. Single characters are asked for only when they stand alone.
 */
export function queryTokens(query: string): string[] {
  const tokens = new Set<string>();
  for (const run of runsOf(query)) {
    const [first, ...rest] = run;
    if (first !== undefined && rest.length === 0) tokens.add(first);
    for (const [index, character] of rest.entries()) tokens.add(`${run[index]}${character}`);
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
