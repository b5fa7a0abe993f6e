import type { WordFacts } from "../answer.ts";

/** A meaning as a reader compares it with others. */
export interface MeaningParts {
  /** The listed senses in normal form, without labels, articles and grammatical endings. */
  readonly senses: readonly string[];
  /** Runs of Han characters and words of three or more letters. */
  readonly tokens: ReadonlySet<string>;
  /** Whether it carries labels of parts of speech, such as `n.`. */
  readonly isLabelled: boolean;
}

/** What is read of a word. */
type WrittenWord = Pick<WordFacts, "text" | "meaning">;

const PARTS = "n|v|vt|vi|a|adj|ad|adv|prep|conj|pron|int|interj|num|art|aux|pl|abbr";
const LABEL = new RegExp(`(?<![\\p{L}\\p{N}])(?:${PARTS})\\.\\s*`, "giu");
const SEPARATORS = /[;,；，、/|。\n]/u;
const ASIDES = /[([（【［][^)\]）】］]*[)\]）】］]/gu;
const OPENINGS = /^(?:(?:to|an?|the|be|being|of)\s+)+/u;
/** Chinese particles that change the part of speech and not the sense. */
const ENDINGS = /(?<=\p{Script=Han})[的地得]$/u;
/** Single characters occur in too many unrelated senses. */
const CONTAINED_MIN = 2;

/** Writing systems, distinctive ones first: Japanese is told by its kana, not by its Han. */
const SCRIPTS = [
  ["japanese", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["korean", /\p{Script=Hangul}/u],
  ["han", /\p{Script=Han}/u],
  ["cyrillic", /\p{Script=Cyrillic}/u],
  ["greek", /\p{Script=Greek}/u],
  ["arabic", /\p{Script=Arabic}/u],
  ["hebrew", /\p{Script=Hebrew}/u],
  ["thai", /\p{Script=Thai}/u],
  ["devanagari", /\p{Script=Devanagari}/u],
  ["latin", /\p{Script=Latin}/u],
] as const;

/** Words are compared with dozens of others, so each is taken apart once. */
const known = new WeakMap<WordFacts, MeaningParts>();

/** Takes a meaning apart; a word without one has no senses. */
export function meaningParts(facts: WordFacts): MeaningParts {
  const before = known.get(facts);
  if (before !== undefined) return before;
  const meaning = facts.meaning ?? "";
  const bare = withoutLabels(meaning);
  const senses = bare.replace(ASIDES, " ").split(SEPARATORS).map(senseOf);
  const parts = {
    senses: senses.filter((sense) => sense !== ""),
    tokens: new Set(bare.toLowerCase().match(/\p{Script=Han}+|[\p{L}\p{N}]{3,}/gu) ?? []),
    isLabelled: bare !== meaning,
  };
  known.set(facts, parts);
  return parts;
}

/** The meaning without labels of parts of speech. */
export function withoutLabels(meaning: string): string {
  return meaning.replace(LABEL, "");
}

/** Normal form of a text: texts that look the same to a reader are one option. */
export function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}

function senseOf(text: string): string {
  return fold(text)
    .replace(/[.!?:]+$/u, "")
    .replace(OPENINGS, "")
    .replace(ENDINGS, "");
}

/** Whether two meanings list one sense, or one whose Chinese text contains the other. */
export function sharesSense(word: WordFacts, other: WordFacts): boolean {
  const others = meaningParts(other).senses;
  return meaningParts(word).senses.some((sense) => others.some((one) => isOneSense(sense, one)));
}

function isOneSense(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= CONTAINED_MIN && /^\p{Script=Han}+$/u.test(short) && long.includes(short);
}

/** The writing system of a text; empty for a text without letters. */
export function scriptOf(text: string): string {
  return SCRIPTS.find(([, pattern]) => pattern.test(text))?.[0] ?? "";
}

/**
 * Whether two words, and their meanings, are written in the same script. One in another script is
 * known to be wrong at a glance. An unknown meaning fits every other.
 */
export function haveSameScripts(word: WrittenWord, other: WrittenWord): boolean {
  const isAlike = (a: string, b: string) => a === b || a === "" || b === "";
  return (
    isAlike(scriptOf(word.text), scriptOf(other.text)) &&
    isAlike(scriptOf(word.meaning ?? ""), scriptOf(other.meaning ?? ""))
  );
}
