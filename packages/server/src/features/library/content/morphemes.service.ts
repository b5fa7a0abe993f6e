import type { Morpheme, WordMorphemes, WordPublic } from "@wordloom/contract";
import { baseLanguage } from "@wordloom/language";
import type { Deps } from "../../../deps.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { hasHan } from "../../../platform/basics/han.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { mapInTurns } from "../../../platform/time/turns.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { defineSingle, isEnglishWord } from "../wordnet/wordnet.ts";
import {
  foldText,
  holdWord,
  listWordGlosses,
  listWordsByText,
  requireWord,
  type WordReader,
} from "../words/words.service.ts";
import { listMorphemes, upsertMorphemes } from "./content.repo.ts";
import { splitWord, type WordPart } from "./word-parts.ts";

/** Maximum length of a part's meaning, in characters. */
const GLOSS_LENGTH = 60;

const lexicon = { isWord: isEnglishWord, define: defineSingle };

/** A word to be split; one that is gone has no language. */
export interface SplitWord {
  readonly id: string;
  readonly text: string;
  readonly language?: string;
}

/** Found by rules, which know the roots and affixes of English only. */
function splitEnglish({ text, language = "" }: SplitWord) {
  return baseLanguage(language) === "en" ? splitWord(foldText(text), lexicon) : [];
}

/** The parts of a word. @throws AppError NOT_FOUND */
export async function readMorphemes(
  db: Database,
  reader: WordReader,
  wordId: string,
): Promise<WordMorphemes> {
  const parts = await listParts(db, reader, await requireWord(db, reader, wordId));
  return { wordId, morphemes: parts.map(toMorpheme) };
}

/** A part of a word. Parts not found by rules have no origin. */
export type Part = Morpheme & Pick<WordPart, "origin">;

/** The parts stored by an administrator, even if empty; otherwise those found by rules. */
export async function listParts(
  db: Database,
  reader: WordReader,
  word: WordPublic,
): Promise<readonly Part[]> {
  return (await listPartsWithMeanings(db, reader, [word])).get(word.id) ?? [];
}

/** Like `listParts`, for several words with the same number of statements. */
export async function listPartsWithMeanings(
  db: Database,
  reader: WordReader,
  words: readonly WordPublic[],
): Promise<Map<string, readonly Part[]>> {
  const stored = await listMorphemes(
    db,
    words.map(({ id }) => id),
  );
  const split = await mapInTurns(
    words.filter(({ id }) => !stored.has(id)),
    (word) => ({ word, parts: splitEnglish(word) }),
  );
  const glossFor = await storedMeanings(
    db,
    reader,
    split.flatMap(({ parts }) => parts.filter(isWholeWord)),
  );
  const found = new Map<string, readonly Part[]>(stored);
  for (const { word, parts } of split) {
    found.set(
      word.id,
      parts.map((part) => {
        const gloss = isWholeWord(part) ? glossFor(word, part.text) : undefined;
        return gloss ? { ...part, meaning: gloss } : part;
      }),
    );
  }
  return found;
}

/**
 * Parts that are stored words get the stored meaning, which is in the learners' language. If there
 * are several, the one in the script of the word's own meaning is used.
 */
async function storedMeanings(
  db: Database,
  reader: WordReader,
  parts: readonly WordPart[],
): Promise<(word: WordPublic, text: string) => string | undefined> {
  const texts = new Set(parts.map(({ text }) => text));
  const known = await listWordsByText(db, reader, [...texts]);
  const byText = Map.groupBy(known, ({ textFolded }) => textFolded);
  return (word, text) => {
    const entries = byText.get(text) ?? [];
    const script = hasHan(word.meaning);
    const alike = entries.find(({ meaning }) => hasHan(meaning) === script);
    const entry = alike ?? entries[0];
    return entry && glossOf(entry.meaning);
  };
}

/** Affixes and roots have an origin, whole words do not. */
function isWholeWord({ origin }: WordPart): boolean {
  return origin === undefined;
}

/** The first meanings, as many as fit. */
function glossOf(meaning: string): string {
  const [first = "", ...others] = meaning.split(/[;；\n]/).map((piece) => piece.trim());
  const more = others.filter((piece) => piece !== "");
  let gloss = [...first].slice(0, GLOSS_LENGTH).join("");
  for (const piece of more) {
    if (gloss.length + piece.length > GLOSS_LENGTH / 2) break;
    gloss = `${gloss}; ${piece}`;
  }
  return gloss;
}

/** Parts of several words, without the meanings of stored words. */
export async function listPartsOf(
  db: Database,
  words: readonly SplitWord[],
): Promise<Map<string, readonly Morpheme[]>> {
  const ids = words.map(({ id }) => id);
  const stored = await listMorphemes(db, ids);
  return new Map(words.map((word) => [word.id, stored.get(word.id) ?? splitEnglish(word)]));
}

/** Replaces the stored parts of a word. @throws AppError NOT_FOUND */
export async function storeMorphemes(
  needs: Pick<Deps, "clock" | "database">,
  admin: Admin,
  wordId: string,
  morphemes: readonly Morpheme[],
): Promise<WordMorphemes> {
  const parts = morphemes.map(toMorpheme);
  const atMs = needs.clock.nowMs();
  await transact(needs.database, async (tx) => {
    await holdWord(tx, null, wordId);
    const [word] = await listWordGlosses(tx, null, [wordId]);
    const former = (await listMorphemes(tx, [wordId])).get(wordId) ?? null;
    await upsertMorphemes(tx, wordId, parts, atMs);
    await writeAudit(tx, {
      action: "word.set_morphemes",
      atMs,
      by: admin,
      target: { type: "word", id: wordId, name: word?.text },
      before: { morphemes: former },
      after: { morphemes: parts },
    });
  });
  return { wordId, morphemes: parts };
}

export function toMorpheme({ text, type, meaning }: Morpheme): Morpheme {
  return { text, type, meaning };
}
