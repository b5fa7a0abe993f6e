import { foldText } from "../keys/fold-text.ts";
import { wordPlace } from "../sentences/word-place.ts";
import type { GlossedWord } from "./both-right.ts";

/** A meaning as a reader sees it at a glance. */
interface Look {
  readonly folded: string;
  readonly tokens: ReadonlySet<string>;
  /** Whether it ends with the particle of a Chinese adjective or possessive. */
  readonly hasParticle: boolean;
}

/** Meanings that share half of their tokens look alike. */
const ALIKE_SHARE = 0.5;
/** A word this short is part of other meanings by chance. */
const NAMED_MIN = 3;
/** Also single ones, which are folded to an apostrophe. */
const QUOTE = /["'“”„«»「」『』]/u;
const TOKENS = /\p{Script=Han}+|\p{Script=Hangul}{2,}|[\p{L}\p{N}]{3,}/gu;
/** In 目的, it is a part of the noun. */
const PARTICLE = /(?<!^|目)的$/u;

/** Words are compared with dozens of others, so each is looked at once. */
const known = new WeakMap<GlossedWord, Look>();

/**
 * Wrong meanings in an order in which the first do not give the right one away: of several that
 * look alike and unlike the right one, only one; and none that names the word asked for.
 *
 * @param ranked  wrong options, the best first
 * @param count   how many are wanted; fewer are fair if there are no others
 * @returns all of them, those that are not fair last
 */
export function fairFirst<W extends GlossedWord>(
  word: GlossedWord,
  ranked: readonly W[],
  count: number,
): readonly W[] {
  const fair: W[] = [];
  const [unfair, telling]: [W[], W[]] = [[], []];
  for (const other of ranked) {
    if (fair.length >= count) unfair.push(other);
    else if (namesWord(other, word)) telling.push(other);
    else if (fair.some((one) => makeOdd(word, one, other))) unfair.push(other);
    else fair.push(other);
  }
  return [...fair, ...unfair, ...telling];
}

/** Whether the meaning has the word in it: 'the form of "I" after a verb' is not that of "I". */
function namesWord(other: GlossedWord, { text, language }: GlossedWord): boolean {
  const { folded } = lookOf(other);
  const wanted = foldText(text);
  if (wanted === "" || !folded.includes(wanted)) return false;
  if (wanted.length >= NAMED_MIN)
    return wordPlace(folded, { text: wanted, language }) !== undefined;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    const [before, after] = [folded[at - 1] ?? "", folded[at + wanted.length] ?? ""];
    if (QUOTE.test(before) && QUOTE.test(after)) return true;
  }
  return false;
}

/** Whether two wrong meanings look alike in a way that the right one does not. */
function makeOdd(word: GlossedWord, one: GlossedWord, other: GlossedWord): boolean {
  const [right, a, b] = [lookOf(word), lookOf(one), lookOf(other)];
  if (a.hasParticle === b.hasParticle && a.hasParticle !== right.hasParticle) return true;
  return isAlike(a, b) && !isAlike(a, right) && !isAlike(b, right);
}

function isAlike(a: Look, b: Look): boolean {
  const shared = [...a.tokens].filter((token) => b.tokens.has(token)).length;
  const larger = Math.max(a.tokens.size, b.tokens.size);
  return larger > 0 && shared / larger >= ALIKE_SHARE;
}

function lookOf(word: GlossedWord): Look {
  const before = known.get(word);
  if (before !== undefined) return before;
  const folded = foldText(word.meaning ?? "");
  const tokens = new Set(folded.match(TOKENS) ?? []);
  const look = { folded, tokens, hasParticle: PARTICLE.test(folded) };
  known.set(word, look);
  return look;
}
