import type { ArchiveLine, Import, ImportCounts, WordDraft } from "@wordloom/contract";
import { saysMeaning } from "@wordloom/language";
import type { Database } from "../../../platform/database/tables.ts";
import {
  createOwnWordPlanner,
  type PlannedWord,
} from "../../library/own-words/own-word-store.service.ts";
import { completeWord } from "../../library/words/word-draft.ts";
import { foldText, listWordsById } from "../../library/words/words.service.ts";
import { chooseIds, derivedId, type ChosenId } from "./own-ids.repo.ts";

const UNTOLD = { language: "en", meaningLanguage: "en" } as const;

type OwnLine = ArchiveLine<"own_words">;
type LibraryLine = ArchiveLine<"library_words">;

/** The path here of a recording with this path in the old service, if it came along. */
export type Recording = (path: string) => string | undefined;

/** The words of an archive as words of this service. */
export interface WordMap {
  readonly counts: Pick<
    ImportCounts,
    "own" | "withoutMeaning" | "linked" | "duplicates" | "invalid"
  >;
  readonly problems: Import["problems"];
  /** The word's id here; undefined if there is no such word. */
  get(archivedId: string): string | undefined;
  /** The same, or an id that no word has: for answers to words that are gone. */
  always(archivedId: string): string;
  /** How the ids of words of these came about that were own words where the archive was written. */
  chosenFor(planned: readonly PlannedWord[]): ChosenId[];
  /** Whether the word is made by this import. */
  isMade(id: string): boolean;
  /** Finds words of the library. @returns those to be made as own ones */
  library(db: Database, lines: readonly LibraryLine[]): Promise<PlannedWord[]>;
  /** Finds own words. @returns those to be made */
  own(db: Database, lines: readonly OwnLine[]): Promise<PlannedWord[]>;
}

/**
 * Matches words by id, else by text, language and meaning; what remains becomes the learner's own.
 * Remembers what it has matched. Stores nothing.
 *
 * @param rule.isStored  words are stored before the next ones are matched
 */
export function createWordMap(rule: {
  readonly userId: string;
  readonly isStored: boolean;
  readonly recording: Recording;
}): WordMap {
  const { userId, isStored } = rule;
  const draftOf = (line: LibraryLine): WordDraft => {
    const { id, originId, audioUrl, ...draft } = line as OwnLine;
    const here = audioUrl === null ? undefined : recordingHere(audioUrl, rule.recording);
    return here === undefined ? draft : { ...draft, audioUrl: here };
  };
  const ids = new Map<string, string>();
  const made = new Set<string>();
  const own = new Map<string, ChosenId>();
  const counts = { own: 0, withoutMeaning: 0, linked: 0, duplicates: 0, invalid: 0 };
  const problems: Import["problems"] = [];
  let number = 0;
  const newId = () => `planned ${(number += 1)}`;
  const terms = { userId, onDuplicate: "own" as const, newId, isStored, ...UNTOLD };
  const plan = createOwnWordPlanner(terms);

  /** Matches by text, language and meaning, and makes what remains. */
  async function match(
    db: Database,
    lines: readonly (LibraryLine & { readonly basedOn?: string | null })[],
    chosen: ReadonlyMap<string, ChosenId>,
    table: string,
  ): Promise<PlannedWord[]> {
    const drafts = lines.map(draftOf);
    const planned = await plan(db, drafts);
    const idOf = new Map<string, string>();
    return planned.flatMap((one, at): PlannedWord[] => {
      const line = lines[at];
      if (line === undefined) return [];
      if (one.outcome === "invalid") {
        counts.invalid += 1;
        const message = one.fault?.message ?? "text: empty";
        problems.push({ where: `${table} ${line.id}`, code: "invalid_word", message });
        return [];
      }
      const held = idOf.get(one.wordId ?? "") ?? one.wordId ?? "";
      if (one.outcome !== "own") {
        counts.duplicates += 1;
        ids.set(line.id, held);
        return [];
      }
      const wordId = chosen.get(line.id)?.id ?? derivedId(userId, line.id);
      ids.set(line.id, wordId);
      // Two lines that say that they are one word.
      if (made.has(wordId)) {
        counts.duplicates += 1;
        return [];
      }
      idOf.set(held, wordId);
      made.add(wordId);
      counts.own += 1;
      const basedOn = (line.basedOn != null && ids.get(line.basedOn)) || one.basedOn;
      // As it was, and not completed from a word of this library.
      const word = completeWord(draftOf(line));
      if (!saysMeaning(word.meaning, word.partOfSpeech)) counts.withoutMeaning += 1;
      return [{ ...one, wordId, word, basedOn }];
    });
  }

  return {
    counts,
    problems,
    get: (archivedId) => ids.get(archivedId),
    always: (archivedId) =>
      archivedId === "" ? "" : (ids.get(archivedId) ?? derivedId(userId, archivedId)),
    chosenFor: (planned) => planned.flatMap(({ wordId }) => own.get(wordId ?? "") ?? []),
    isMade: (id) => made.has(id),
    async library(db, lines) {
      const there = await listWordsById(
        db,
        userId,
        lines.map(({ id }) => id),
      );
      const byId = new Map(there.map((word) => [word.id, word]));
      const rest = lines.filter((line) => {
        const word = byId.get(line.id);
        const isSame =
          word?.language === line.language && foldText(word.text) === foldText(line.text);
        if (isSame) ids.set(line.id, line.id);
        if (isSame) counts.linked += 1;
        return !isSame;
      });
      // A word of the library may get this id later.
      const derived = rest.map(({ id }) => derivedId(userId, id));
      const known = await chooseIds(
        db,
        "words",
        userId,
        derived.map((id) => ({ id })),
      );
      const chosen = new Map(
        rest.map(({ id }, at): [string, ChosenId] => {
          const one = derived[at] ?? "";
          return [id, known.get(one) ?? { id: one, origin: one, isKnown: false }];
        }),
      );
      return match(db, unknownOf(rest, chosen), chosen, "library_words");
    },
    async own(db, lines) {
      const chosen = await chooseIds(db, "words", userId, lines);
      for (const one of chosen.values()) own.set(one.id, one);
      return match(db, unknownOf(lines, chosen), chosen, "own_words");
    },
  };

  /** The lines whose words the learner does not have yet under their ids. */
  function unknownOf<L extends { readonly id: string }>(
    lines: readonly L[],
    chosen: ReadonlyMap<string, ChosenId>,
  ): L[] {
    return lines.filter(({ id }) => {
      const known = chosen.get(id);
      if (known?.isKnown !== true) return true;
      ids.set(id, known.id);
      counts.duplicates += 1;
      return false;
    });
  }
}

/** The address of a recording: a path of the old service leads to what came along. */
export function recordingHere(address: string, recording: Recording): string | undefined {
  return address.startsWith("/") ? recording(address) : address;
}
