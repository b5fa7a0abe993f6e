import { GREEK_ROOTS } from "./affixes/greek-roots.ts";
import { LATIN_ROOTS } from "./affixes/latin-roots.ts";
import { KNOWN_READINGS } from "./affixes/known-readings.ts";
import { NO_BASES, OPAQUE_WORDS } from "./affixes/opaque-words.ts";
import type { PartRow } from "./affixes/part-row.ts";
import { PREFIXES } from "./affixes/prefixes.ts";
import { SUFFIXES } from "./affixes/suffixes.ts";

type Kind = "noun" | "verb" | "adjective";

/** Information about whole words. */
export interface Lexicon {
  isWord(lemma: string, kinds: readonly Kind[]): boolean;
  /** Undefined without a meaning, or with several. */
  define(lemma: string): string | undefined;
}

/** A part of a word. Affixes have a hyphen on the side where the word continues. */
export interface WordPart {
  readonly text: string;
  readonly type: "prefix" | "root" | "suffix";
  readonly meaning: string;
  /** The language the part comes from; absent for whole words. */
  readonly origin?: string;
}

/** A possible analysis of a word, with its score. */
interface Reading {
  readonly parts: readonly WordPart[];
  readonly score: number;
}

interface Affix {
  readonly form: string;
  readonly rows: readonly PartRow[];
}

const SPLITTABLE = /^[a-z]{5,40}$/;
const PREFIXES_MAX = 2;
const SUFFIXES_MAX = 3;
/** Minimum length of two adjacent roots together: "german" is not ger-man. */
const COMPOUND_MIN = 7;
/** Minimum length of each of two whole words: "carpet" is not car-pet. */
const COMPOUND_WORD_MIN = 4;

const KINDS: Readonly<Record<string, Kind>> = { n: "noun", v: "verb", a: "adjective" };
const ALL_KINDS = Object.values(KINDS);

const prefixes = byForm(PREFIXES);
const suffixes = byForm(SUFFIXES);
const roots = byForm([...LATIN_ROOTS, ...GREEK_ROOTS]);

function byForm(rows: readonly PartRow[]): ReadonlyMap<string, readonly PartRow[]> {
  const index = new Map<string, PartRow[]>();
  for (const row of rows) {
    for (const form of row[0].split(" ")) index.set(form, [...(index.get(form) ?? []), row]);
  }
  return index;
}

/** Letters that are rarely a second root, but usually the end of a stem and a suffix. */
const NEVER_SECOND = new Set(["lat", "ment", "or", "orat", "rat", "son"]);

/** Number of parts in the tables. */
export const KNOWN_PARTS =
  PREFIXES.length + SUFFIXES.length + LATIN_ROOTS.length + GREEK_ROOTS.length;

/**
 * Splits an English word into prefixes, roots and suffixes, or into affixes and a shorter word. Of
 * several readings, chooses the one that explains the most letters with the fewest parts.
 *
 * @param word  lower case
 * @returns the parts in order; empty if the word cannot be split
 */
export function splitWord(word: string, lexicon: Lexicon): readonly WordPart[] {
  return bestReading(word, lexicon).flatMap((part) => {
    const further = part.origin === undefined ? splitWord(part.text, lexicon) : [];
    return further.length > 0 ? further : [part];
  });
}

function bestReading(word: string, lexicon: Lexicon): readonly WordPart[] {
  if (!SPLITTABLE.test(word) || OPAQUE_WORDS.has(word)) return [];
  const known = KNOWN_READINGS.get(word);
  if (known !== undefined) return known.map((part) => knownPart(part, lexicon));
  let best: Reading = { parts: [], score: 0 };
  for (const before of prefixChains(word)) {
    const rest = word.slice(lengthOf(before));
    for (const after of suffixChains(rest)) {
      const core = rest.slice(0, rest.length - lengthOf(after));
      for (const reading of readCore(word, before, core, after, lexicon)) {
        if (reading.score > best.score) best = reading;
      }
    }
  }
  return best.parts.length > 0 ? best.parts : readCompound(word, lexicon);
}

/** A part of a known reading, from its notation. */
function knownPart(written: string, lexicon: Lexicon): WordPart {
  if (written.startsWith("=")) return wholeWord(written.slice(1), lexicon);
  const [text = "", meaning = ""] = written.split("/");
  const type = text.endsWith("-") ? "prefix" : text.startsWith("-") ? "suffix" : "root";
  const rows = { prefix: prefixes, suffix: suffixes, root: roots }[type];
  const row = rows.get(text.replaceAll("-", ""))?.find((entry) => entry[1].startsWith(meaning));
  if (row === undefined) throw new Error(`the part ${written} is not in the tables`);
  return toPart(text, type, row);
}

/** Two whole words: foot-ball. */
function readCompound(word: string, lexicon: Lexicon): WordPart[] {
  for (let cut = word.length - COMPOUND_WORD_MIN; cut >= COMPOUND_WORD_MIN; cut -= 1) {
    const halves = [word.slice(0, cut), word.slice(cut)];
    if (halves.every((half) => lexicon.isWord(half, ALL_KINDS))) {
      return halves.map((half) => wholeWord(half, lexicon));
    }
  }
  return [];
}

function wholeWord(text: string, lexicon: Lexicon): WordPart {
  return { text, type: "root", meaning: lexicon.define(text) ?? "" };
}

function prefixChains(word: string, depth = 0): Affix[][] {
  const chains: Affix[][] = [[]];
  if (depth === PREFIXES_MAX) return chains;
  for (let length = 1; length <= word.length - 2; length += 1) {
    const form = word.slice(0, length);
    const rows = prefixes.get(form);
    if (rows === undefined) continue;
    const further = prefixChains(word.slice(length), depth + 1);
    chains.push(...further.map((chain) => [{ form, rows }, ...chain]));
  }
  return chains;
}

function suffixChains(word: string, depth = 0): Affix[][] {
  const chains: Affix[][] = [[]];
  if (depth === SUFFIXES_MAX) return chains;
  for (let length = 1; length <= word.length - 2; length += 1) {
    const form = word.slice(-length);
    const rows = suffixes.get(form);
    if (rows === undefined) continue;
    const further = suffixChains(word.slice(0, -length), depth + 1);
    chains.push(...further.map((chain) => [...chain, { form, rows }]));
  }
  return chains;
}

function readCore(
  word: string,
  before: readonly Affix[],
  core: string,
  after: readonly Affix[],
  lexicon: Lexicon,
): Reading[] {
  const affixes = [...before, ...after];
  const restAfter = (at: number) => word.slice(lengthOf(before.slice(0, at + 1)));
  const around = (middle: readonly WordPart[]) => [
    ...before.map((affix, at) => prefixPart(affix, restAfter(at), lexicon)),
    ...middle,
    ...after.map((affix) => suffixPart(affix, middle)),
  ];
  const score = (points: number) => points + lengthOf(affixes) - affixes.length / 2;
  const readings: Reading[] = [];
  const found = fitsRoots(before, core, after) ? findRoots(core, after) : undefined;
  if (found !== undefined && found.length + affixes.length > 1) {
    const letters = found.reduce((sum, root) => sum - rootPenalty(root.text), core.length);
    readings.push({ parts: around(found), score: score(letters - (found.length - 1) / 2) });
  }
  const base = affixes.length === 0 ? undefined : findBase(before, core, after, lexicon);
  if (base !== undefined) {
    const points = 0.9 * core.length - (base.text.length < 4 ? 1 : 0);
    readings.push({ parts: around([base]), score: score(points) });
  }
  return readings;
}

/** Short roots often match by chance. */
function rootPenalty(root: string): number {
  return root.length < 3 ? 2 : root.length === 3 ? 1 : 0;
}

/** Old English affixes require whole words; short roots and single letters need an affix. */
function fitsRoots(before: readonly Affix[], core: string, after: readonly Affix[]): boolean {
  const isForeign = ({ rows }: Affix) => rows.some(([, , origin]) => origin !== "Old English");
  if (![...before, ...after].every(isForeign)) return false;
  if (before.length > 0) return true;
  const [first] = after;
  if (core.length <= 2) return (first?.form.length ?? 0) >= 3;
  return core.length > 3 || first?.form.length !== 1;
}

/** One root, with a silent e or the vowel that joins it to the next part, or two roots. */
function findRoots(core: string, after: readonly Affix[]): WordPart[] | undefined {
  const single = after.length === 0 ? /^(.{2,}?)e?$/ : /^(.{2,}?)[eoiu]?$/;
  for (const form of [core, single.exec(core)?.[1] ?? core]) {
    const part = rootPart(form);
    if (part !== undefined) return [part];
  }
  for (let cut = 3; cut <= core.length - 3 && core.length >= COMPOUND_MIN; cut += 1) {
    const back = core.slice(cut).replace(/(?<=.{3})e$/, "");
    const second = NEVER_SECOND.has(back) ? undefined : rootPart(back);
    const front = core.slice(0, cut);
    const first = rootPart(front) ?? rootPart(front.replace(/[oiu]$/, ""));
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return undefined;
}

/** Spellings shared by several roots are ambiguous and covered by known readings only. */
function rootPart(form: string): WordPart | undefined {
  const [row, another] = roots.get(form) ?? [];
  return row === undefined || another !== undefined ? undefined : toPart(form, "root", row);
}

/** The shorter word that the affixes were added to. */
function findBase(
  before: readonly Affix[],
  core: string,
  after: readonly Affix[],
  lexicon: Lexicon,
): WordPart | undefined {
  const [suffix] = after;
  const kinds = suffix === undefined ? ALL_KINDS : kindsOf(suffix);
  const inner = before.at(-1);
  const fitting = inner === undefined || suffix !== undefined ? kinds : kindsOf(inner);
  if (before.some((prefix) => kindsOf(prefix).length === 0)) return undefined;
  const shortest = suffix !== undefined && suffix.form.length >= 3 ? 3 : 4;
  const text = baseForms(core, suffix?.form ?? "").find(
    (form) => form.length >= shortest && !NO_BASES.has(form) && lexicon.isWord(form, fitting),
  );
  return text === undefined ? undefined : wholeWord(text, lexicon);
}

/** Possible spellings of the base before the suffix was added: happi-ness, mak-er, bagg-age. */
function baseForms(core: string, suffix: string): string[] {
  if (suffix === "") return [core];
  const forms = [core];
  if (/^[aeiou]/.test(suffix)) {
    // After a short vowel the consonant would be doubled: scared is not from scar (scarred).
    if (/[^aeiou][aeiou][^aeiouwxy]$/.test(core)) forms.unshift(`${core}e`);
    else forms.push(`${core}e`);
  }
  if (core.endsWith("i") && !suffix.startsWith("i")) forms.push(`${core.slice(0, -1)}y`);
  if (/([^aeiou])\1$/.test(core) && /^[aeiouy]/.test(suffix)) forms.push(core.slice(0, -1));
  return forms;
}

/**
 * Of two meanings of a form (in-: into, not), chooses the one that fits the rest as a whole word.
 */
function prefixPart({ form, rows }: Affix, rest: string, lexicon: Lexicon): WordPart {
  const fitting = rows.find(
    (row) => row[3] !== undefined && rows.length > 1 && lexicon.isWord(rest, kindsOfRow(row)),
  );
  return toPart(`${form}-`, "prefix", fitting ?? rows[0] ?? [form, "", ""]);
}

/** A suffix used with both roots and words has a row for each. */
function suffixPart({ form, rows }: Affix, [middle]: readonly WordPart[]): WordPart {
  const isRoot = middle?.origin !== undefined;
  const row = rows.find(([, , , kinds]) => isRoot === (kinds === undefined)) ?? rows[0];
  return toPart(`-${form}`, "suffix", row ?? [form, "", ""]);
}

function toPart(text: string, type: WordPart["type"], [, meaning, origin]: PartRow): WordPart {
  return { text, type, meaning, origin };
}

function kindsOf({ rows }: Affix): Kind[] {
  return rows.flatMap(kindsOfRow);
}

function kindsOfRow([, , , kinds = ""]: PartRow): Kind[] {
  return [...kinds].flatMap((letter) => KINDS[letter] ?? []);
}

function lengthOf(affixes: readonly Affix[]): number {
  return affixes.reduce((sum, { form }) => sum + form.length, 0);
}
