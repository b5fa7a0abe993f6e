import type { ArchiveLine, ArchiveTable, ImportCounts } from "@wordloom/contract";
import { upgradeLearner, type StoredLearner } from "@wordloom/engine/stored";
import type {
  Brought,
  FileToImport,
  Importer,
  ImporterNeeds,
  ImportStore,
  LineTaker,
  TakenLines,
} from "../../../importer.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { dropReads } from "../../../platform/memory/kept-reads.ts";
import { replaceEngineState } from "../../adaptation/amas/engine-states.service.ts";
import { requestFits } from "../../adaptation/schedule/fit-requests.service.ts";
import { mediaIdOf, mediaUrl } from "../../library/media/media.service.ts";
import { forgetKnownWords } from "../../library/words/words.service.ts";
import { rebuildTotals } from "../../study/activity-audit/activity-audit.service.ts";
import { toColumns } from "./archived-columns.ts";
import {
  addFresh,
  bringRecords,
  bringSessions,
  bringWordRows,
  freshRecords,
  type RowTerms,
  type WordRows,
} from "./bring-rows.service.ts";
import { bringSettings, selectedHere, type SettingsTable } from "./bring-settings.service.ts";
import { bringStates, replayTouched } from "./bring-states.service.ts";
import { bringBooks, bringEntries, bringVersions, storePlanned } from "./bring-words.service.ts";
import { noted } from "./brought-notes.ts";
import { isUnused } from "./brought-rows.repo.ts";
import { dropBrought } from "./drop-account.service.ts";
import { createMediaMap, type MediaMap } from "./media-map.service.ts";
import { chooseIds } from "./own-ids.repo.ts";
import { createWordMap, type Recording, type WordMap } from "./word-map.service.ts";

/** What a line names is brought before it; the books, by which the words are seen, come last. */
const ORDER: readonly ArchiveTable[] = [
  "media",
  ...(["library_words", "own_words", "word_versions"] as const),
  ...(["deck_note_types", "deck_notes", "word_media"] as const),
  ...(["word_states", "sessions", "records"] as const),
  ...(["favorites", "notes", "suspended_words", "dismissed_slips"] as const),
  "word_restarts",
  ...(["badges", "daily_activity", "imported_activity", "engine_state"] as const),
  ...(["preferences", "app_settings", "reward", "goal"] as const),
  ...(["wordbooks", "wordbook_words", "selected_wordbooks", "study_config"] as const),
];

/** These settle what the others count. */
const PLANNED: readonly ArchiveTable[] = [
  ...(["media", "library_words", "own_words", "wordbooks", "records"] as const),
];

const REPLAYED_AT_ONCE = 50;

const RULE = "An account is imported as it is: leave this out.";

/** Brings the archive of an account back: see `docs/operating/moving-an-account.md`. */
export const accountImporter: Importer = {
  kind: "account",
  faultsOf: (options) =>
    Object.entries(options).flatMap(([path, value]) =>
      value == null ? [] : [{ path, rule: RULE }],
    ),

  async plan(needs, { userId, read }) {
    const { database } = needs;
    const media = createMediaMap(needs, userId);
    const words = createWordMap({ userId, isStored: false, recording: playedHere(media) });
    const counts = { books: 0, reviews: 0, reviewsKnown: 0 };
    const lines: LineTaker["lines"] = async (taken) => {
      const { table, lines } = taken;
      if (table === "media") await media.meet(database, taken as never);
      if (table === "library_words") await words.library(database, lines as never);
      if (table === "own_words") await words.own(database, lines as never);
      if (table === "wordbooks") {
        const chosen = await chooseIds(database, "wordbooks", userId, lines as never);
        counts.books += [...chosen.values()].filter(({ isKnown }) => !isKnown).length;
      }
      if (table === "records") {
        const fresh = await freshRecords(database, userId, lines as never);
        counts.reviews += fresh.length;
        counts.reviewsKnown += lines.length - fresh.length;
      }
      return [];
    };
    await read(PLANNED, { lines, async files() {} });
    const problems = [...media.problems, ...words.problems];
    return { counts: countsOf(words, { ...counts, ...media.counts }), problems };
  },

  async run(needs, file, store) {
    const bringer = await createBringer(needs, file, store);
    await file.read(ORDER, bringer);
    await bringer.finish();
    return { counts: bringer.counts(), bookIds: bringer.bookIds() };
  },

  drop: dropBrought,

  async settle(needs, userId) {
    await rebuildTotals(needs, userId);
    dropReads(needs, userId);
  },
};

function countsOf(
  { counts: words }: WordMap,
  others: Pick<ImportCounts, "books" | "reviews" | "reviewsKnown" | "media" | "mediaBytes">,
): ImportCounts {
  const none = { filled: 0, replaced: 0, unknown: 0 };
  return { ...none, ...words, ...others, words: words.own };
}

const playedHere =
  (media: MediaMap): Recording =>
  (path) => {
    const id = media.get(mediaIdOf(path) ?? "");
    return id === undefined ? undefined : mediaUrl(id);
  };

/** Stores the lines of an archive as they come, remembering what they name. */
async function createBringer(needs: ImporterNeeds, file: FileToImport, store: ImportStore) {
  const { importId, userId, writtenAtMs } = file;
  const learner: Learner = { kind: "learner", id: userId, sessionId: "" };
  const isFresh = await isUnused(needs.database, userId);
  const media = createMediaMap(needs, userId);
  const recording = playedHere(media);
  const words = createWordMap({ userId, isStored: true, recording });
  const terms: RowTerms = { userId, importId, words, media, added: new Map() };
  const books = new Map<string, string>();
  const sessions = new Map<string, string>();
  const here = new Set<string>();
  const states = new Map<string, number>();
  const touched = new Map<string, number[]>();
  const selected: ArchiveLine<"selected_wordbooks">[] = [];
  const made = { books: 0, reviews: 0, reviewsKnown: 0 };
  let lineCount = 0;

  /** Answers of the archive that the state of their word does not know. */
  function touch(wordId: string, atMs: number): void {
    const stateMs = states.get(wordId);
    const isLate = stateMs !== undefined && atMs >= writtenAtMs && atMs > stateMs;
    if (!isLate && !here.has(wordId)) return;
    const times = touched.get(wordId);
    if (times === undefined) touched.set(wordId, [atMs]);
    else times.push(atMs);
  }

  async function meetMedia(taken: TakenLines<"media">): Promise<string[]> {
    const fresh = await media.meet(needs.database, taken);
    await store.store((_, log) =>
      log(fresh.map(({ id }) => ({ what: "media" as const, before_json: id }))),
    );
    return fresh.map(({ entry }) => entry);
  }

  type Bring<T extends ArchiveTable> = (
    tx: Database,
    lines: readonly ArchiveLine<T>[],
  ) => Promise<readonly Brought[]>;

  const about =
    <T extends WordRows>(table: T): Bring<T> =>
    (tx, lines) =>
      bringWordRows(tx, terms, table, lines);
  const settings =
    <T extends SettingsTable>(table: T): Bring<T> =>
    async (tx, [line]) =>
      isFresh && line !== undefined ? bringSettings(needs, tx, userId, table, line) : [];
  const rows =
    <T extends "deck_note_types" | "badges" | "daily_activity" | "imported_activity">(
      table: T,
      key: string,
    ): Bring<T> =>
    (tx, lines) => {
      const stored = lines.map((line) => ({ ...toColumns(table, line), user_id: userId }));
      return addFresh(tx, terms, table, key, stored);
    };

  // Elsewhere a day may begin at another hour, so an account with answers counts its own days.
  const days = <T extends "daily_activity" | "imported_activity">(of: T): Bring<T> =>
    isFresh ? rows(of, "day") : async () => [];

  const bring: { readonly [T in ArchiveTable]?: Bring<T> } = {
    library_words: async (tx, lines) =>
      storePlanned(needs, tx, userId, await words.library(tx, lines), words),
    own_words: async (tx, lines) =>
      storePlanned(needs, tx, userId, await words.own(tx, lines), words),
    word_versions: (tx, lines) => bringVersions(needs, tx, learner, lines, { words, recording }),
    deck_note_types: rows("deck_note_types", "key"),
    deck_notes: about("deck_notes"),
    async word_states(tx, lines) {
      const brought = await bringStates(needs, tx, userId, lines, words);
      for (const id of brought.here) here.add(id);
      for (const [id, atMs] of brought.added) states.set(id, atMs);
      return brought.done;
    },
    async sessions(tx, lines) {
      const brought = await bringSessions(tx, terms, lines);
      for (const [archivedId, id] of brought.ids) sessions.set(archivedId, id);
      return brought.done;
    },
    async records(tx, lines) {
      const map = { importId, words, sessions, take: touch };
      const brought = await bringRecords(needs, tx, userId, lines, map);
      made.reviews += brought.added;
      made.reviewsKnown += lines.length - brought.added;
      return brought.done;
    },
    word_media: about("word_media"),
    favorites: about("favorites"),
    notes: about("notes"),
    suspended_words: about("suspended_words"),
    dismissed_slips: about("dismissed_slips"),
    badges: rows("badges", "badge_id"),
    daily_activity: days("daily_activity"),
    imported_activity: days("imported_activity"),
    word_restarts: about("word_restarts"),
    engine_state: async (tx, [line]) =>
      line && isFresh ? adopt(needs, tx, { userId, line, sessions }) : [],
    preferences: settings("preferences"),
    app_settings: settings("app_settings"),
    reward: settings("reward"),
    goal: settings("goal"),
    async wordbooks(tx, lines) {
      const brought = await bringBooks(needs, tx, learner, lines);
      for (const [archivedId, id] of brought.ids) books.set(archivedId, id);
      made.books += brought.done.filter(({ what }) => what === "book").length;
      return brought.done;
    },
    wordbook_words: (tx, lines) => bringEntries(needs, tx, userId, lines, { books, words }),
    async selected_wordbooks(_, lines) {
      selected.push(...lines);
      return [];
    },
    async study_config(tx, [line]) {
      if (line === undefined || !isFresh) return [];
      const selectedWordbookIds = await selectedHere(tx, line, books, selected);
      return bringSettings(needs, tx, userId, "study_config", { ...line, selectedWordbookIds });
    },
  };

  return {
    async lines(taken: TakenLines): Promise<string[]> {
      const { table, lines } = taken;
      store.moves((lineCount += lines.length));
      if (table === "media") return meetMedia(taken as TakenLines<"media">);
      const one = bring[table] as Bring<ArchiveTable> | undefined;
      if (one !== undefined) await store.store(async (tx, log) => log(await one(tx, lines)));
      return [];
    },

    async files(contents: ReadonlyMap<string, Uint8Array>): Promise<void> {
      await store.store((tx) => media.store(needs, tx, contents));
      store.moves(lineCount);
    },

    /** Replays words of whose answers some are new, and counts what was counted before. */
    async finish(): Promise<void> {
      const ids = [...touched.keys()];
      for (let start = 0; start < ids.length; start += REPLAYED_AT_ONCE) {
        const some = ids.slice(start, start + REPLAYED_AT_ONCE);
        const times = new Map(some.map((id) => [id, touched.get(id) ?? []]));
        await store.store(async (tx, log) => log(await replayTouched(needs, tx, userId, times)));
        store.moves(lineCount);
      }
      if (!isFresh && made.reviews > 0) {
        await rebuildTotals(needs, userId);
        const requested = await transact(needs.database, (tx) =>
          requestFits(needs, tx, new Map([[userId, true]])),
        );
        requested();
      }
      forgetKnownWords(needs);
      dropReads(needs, userId);
    },

    counts: () => countsOf(words, { ...made, ...media.counts }),
    bookIds: () => [...books.values()],
  };
}

/** Goes on with the engine's state of the archive, where nothing was learned yet. */
async function adopt(
  needs: ImporterNeeds,
  tx: Database,
  {
    userId,
    line,
    sessions,
  }: {
    readonly userId: string;
    readonly line: ArchiveLine<"engine_state">;
    readonly sessions: ReadonlyMap<string, string>;
  },
): Promise<Brought[]> {
  const archived = upgradeLearner(line.state as StoredLearner);
  const last = archived.lastSessionId;
  const learner = { ...archived, lastSessionId: sessions.get(last ?? "") ?? last };
  const before = await replaceEngineState(needs, tx, userId, ({ totalEventCount }) =>
    totalEventCount === 0 ? learner : undefined,
  );
  return before === undefined ? [] : [noted({ engine: before, events: learner.totalEventCount })];
}
