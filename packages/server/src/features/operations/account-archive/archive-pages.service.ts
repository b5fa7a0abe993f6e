import type { ArchiveTable, WordPublic } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { findUser } from "../../accounts/users/users.service.ts";
import { listReadableMedia, mediaIdOf } from "../../library/media/media.service.ts";
import {
  findWordbooks,
  listOwnBooks,
  listPlacesAfter,
} from "../../library/wordbooks/wordbooks.service.ts";
import { listWordsById, ownWordPages } from "../../library/words/words.service.ts";
import { findStudyConfig } from "../../study/study-config/study-config.service.ts";
import { listLearnerRows } from "../data-export/learner-rows.service.ts";
import { listOrigins } from "./origin-ids.repo.ts";
import type { ArchivedId } from "./own-ids.repo.ts";
import { archivedTables, toLine, type PlainTable } from "./archived-columns.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Lines of one table, some at a time. */
export type ArchivePages = AsyncGenerator<readonly object[]>;

/** What lines of other tables name: words of the library, and recordings. */
interface Named {
  readonly words: Set<string>;
  readonly recordings: Set<string>;
}

/** Tables whose rows may have had another id once. */
const WITH_IDS: ReadonlySet<PlainTable> = new Set(["wordbooks", "notes", "sessions", "records"]);

/** Rows read at once; a note of a deck may have a megabyte. */
const PAGE_SIZE = 500;
const DECK_NOTES_AT_ONCE = 20;

/**
 * The lines of an archive by table; the caller reads the tables in the order of the contract. Words
 * and recordings of the library come after all that names them: only their ids are kept until then.
 *
 * Answers may be given meanwhile. States are read before records, so no record of a state is
 * missing; the importer replays words with later records.
 */
export function archivePages(
  needs: Needs,
  userId: string,
): Readonly<Record<ArchiveTable, () => ArchivePages>> {
  const named: Named = { words: new Set(), recordings: new Set() };
  const original = (pages: ArchivePages) => withOrigins(needs, userId, pages);
  const plain = (table: PlainTable) => () => {
    const pages = plainPages(needs, userId, table, named);
    return WITH_IDS.has(table) ? original(pages) : pages;
  };
  const plainTables = Object.keys(archivedTables) as PlainTable[];
  return {
    ...(Object.fromEntries(plainTables.map((table) => [table, plain(table)])) as Record<
      PlainTable,
      () => ArchivePages
    >),
    profile: () => profilePages(needs, userId),
    selected_wordbooks: () => selectedPages(needs, userId),
    own_words: () => unhurried(needs, playing(original(ownPages(needs, userId, named)), named)),
    word_versions: () => playing(plain("word_versions")(), named),
    media: () => mediaPages(needs, userId, named),
    library_words: () => unhurried(needs, libraryPages(needs, named)),
    wordbook_words: () => unhurried(needs, entryPages(needs, userId, named)),
  };
}

async function* profilePages({ database }: Needs, userId: string): ArchivePages {
  const user = (await findUser(database, userId)) ?? refuse("AUTH_UNAUTHORIZED");
  const { email, username, created_at_ms: createdAtMs } = user;
  yield [{ email, username, createdAt: toTimestamp(createdAtMs) }];
}

/** Names of the selected books that are everybody's. */
async function* selectedPages({ database }: Needs, userId: string): ArchivePages {
  const config = await findStudyConfig(database, userId);
  const books = await findWordbooks(database, config?.selectedWordbookIds ?? []);
  yield books.filter(({ type }) => type === "system").map(({ id, name }) => ({ id, name }));
}

async function* ownPages({ database }: Needs, userId: string, named: Named): ArchivePages {
  for await (const page of ownWordPages(database, userId, PAGE_SIZE)) {
    const own = page.filter(({ ownerId }) => ownerId !== null);
    for (const { basedOn } of own) if (basedOn !== null) named.words.add(basedOn);
    yield own.map((word) => ({ ...lineOf(word), basedOn: word.basedOn }));
  }
}

/** Adds their first ids to lines about rows that could not keep them. */
async function* withOrigins(
  { database }: Needs,
  userId: string,
  pages: ArchivePages,
): ArchivePages {
  for await (const page of pages as AsyncIterable<readonly ArchivedId[]>) {
    const ids = page.map(({ id }) => id);
    const origins = await listOrigins(database, userId, ids);
    yield page.map((line) => {
      const originId = origins.get(line.id);
      return originId === undefined ? line : { ...line, originId };
    });
  }
}

/** Notes which recordings the words of these pages play. */
async function* playing(pages: ArchivePages, { recordings }: Named): ArchivePages {
  for await (const page of pages) {
    for (const line of page as readonly (Playing & { readonly fields?: Playing })[]) {
      const id = mediaIdOf(line.audioUrl ?? line.fields?.audioUrl ?? "");
      if (id !== undefined) recordings.add(id);
    }
    yield page;
  }
}

interface Playing {
  readonly audioUrl?: string | null;
}

/** The learner's files, and the recordings of the library that the learner's own words play. */
async function* mediaPages(needs: Needs, userId: string, named: Named): ArchivePages {
  yield* plainPages(needs, userId, "media", named);
  const ids = [...named.recordings].toSorted();
  for (let start = 0; start < ids.length; start += PAGE_SIZE) {
    const some = ids.slice(start, start + PAGE_SIZE);
    const rows = await listReadableMedia(needs.database, userId, some);
    yield rows.filter((row) => row.user_id === null).map((row) => toLine("media", { ...row }));
  }
}

async function* libraryPages({ database }: Needs, named: Named): ArchivePages {
  const ids = [...named.words].toSorted();
  for (let start = 0; start < ids.length; start += PAGE_SIZE) {
    const words = await listWordsById(database, null, ids.slice(start, start + PAGE_SIZE));
    yield words.map(lineOf);
  }
}

function lineOf({ createdAt, ownerId, ownFields, basedOn, ...word }: WordPublic) {
  return word;
}

async function* entryPages({ database }: Needs, userId: string, named: Named): ArchivePages {
  for (const { id: wordbookId } of await listOwnBooks(database, { id: userId })) {
    for (let after = { position: -1, wordId: "" }; ;) {
      const places = await listPlacesAfter(database, wordbookId, after, PAGE_SIZE);
      for (const { wordId } of places) named.words.add(wordId);
      yield places.map(({ wordId }) => ({ wordbookId, wordId }));
      if (places.length < PAGE_SIZE) break;
      after = places.at(-1) ?? after;
    }
  }
}

async function* plainPages(
  { clock, database }: Needs,
  userId: string,
  table: PlainTable,
  named: Named,
): ArchivePages {
  const limit = table === "deck_notes" ? DECK_NOTES_AT_ONCE : PAGE_SIZE;
  let after: Record<string, unknown> | undefined;
  for (;;) {
    const startedMs = clock.monotonicMs();
    const page = { userId, after, limit };
    const rows = await listLearnerRows(database, archivedTables[table], page);
    for (const { word_id: wordId } of rows) if (typeof wordId === "string") named.words.add(wordId);
    yield rows.filter(isComplete).map((row) => ({
      ...toLine(table, row),
      ...(table === "records" && { isImported: row["import_id"] !== null }),
    }));
    if (rows.length < limit) return;
    after = rows.at(-1);
    await yieldToRequests(clock.monotonicMs() - startedMs);
  }
}

/** Whether a row is not that of a wordbook whose words are still arriving, or that is going. */
function isComplete({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === undefined || type === "user";
}

/** Lets requests run between two pages. */
async function* unhurried({ clock }: Needs, pages: ArchivePages): ArchivePages {
  let startedMs = clock.monotonicMs();
  for await (const page of pages) {
    yield page;
    await yieldToRequests(clock.monotonicMs() - startedMs);
    startedMs = clock.monotonicMs();
  }
}
