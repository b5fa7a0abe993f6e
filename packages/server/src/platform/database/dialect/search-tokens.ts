import { createHash } from "node:crypto";

/** Letters, digits and combining marks, in any script. */
const RUNS = /[\p{L}\p{N}\p{M}]+/gu;

/** Long enough to tell a million learners apart; a chance match costs only time. */
const OWNER_KEY_LENGTH = 10;

const ASCII = /^[\x21-\x7e]+$/;

/**
 * The search tokens of a text: every pair of adjacent characters within its words, and every single
 * non-ASCII character, without duplicates. Single ASCII letters are left out: nearly every word has
 * them, and scanning all words is faster than reading their index entries.
 *
 * A text that contains a query has all of the query's tokens, in any language and from one
 * character up. The converse does not hold ("ab ba" does not contain "aba"), so candidates must be
 * compared with the query.
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
 * The tokens as they are indexed for one learner's words only, so that searches of others do not
 * even find candidates among them.
 */
export function tokensOfOwner(tokens: readonly string[], ownerId: string | null): string[] {
  if (ownerId === null) return [...tokens];
  const key = createHash("sha256").update(ownerId).digest("hex").slice(0, OWNER_KEY_LENGTH);
  return tokens.map((token) => `o${key}${token}`);
}

/**
 * Tokens that every match must have. None for queries of single ASCII letters or without letters,
 * for which the index is useless. Single characters are used only for words of one character.
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

/** The characters (code points, not UTF-16 units) of each word. */
function runsOf(text: string): string[][] {
  return (text.toLowerCase().match(RUNS) ?? []).map((run) => [...run]);
}

/**
 * Encodes a token as ASCII, because a database may use an older Unicode version and split or fold
 * characters it does not know. An encoded token has at least three characters, a plain one at most
 * two.
 */
function plain(token: string): string {
  if (ASCII.test(token)) return token;
  return [...token].map((character) => `u${character.codePointAt(0)?.toString(16)}`).join("");
}
