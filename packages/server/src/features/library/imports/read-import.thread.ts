import { once } from "node:events";
import { dirname, join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { ArchiveLine, ArchiveTable } from "@wordloom/contract";
import { archivedMedia } from "@wordloom/contract/archive-files";
import { usableLearner, usableMemory } from "@wordloom/engine/stored";
import {
  type ByteSource,
  type ColumnRole,
  createDrafter,
  type Deck,
  type DeckOptions,
  type DeckPreview,
  type DeckProblem,
  type DeckRow,
  deckWords,
  failureOf,
  guessRoles,
  type NoteType,
  openAccountZip,
  openDeck,
  openImport,
  previewDeck,
  previewTable,
  type ReadOptions,
  sourceOfFile,
  type TablePreview,
  type ZipArchive,
} from "@wordloom/imports";
import type { Account, AccountPreview } from "@wordloom/imports/accounts";
import type { TakenLines } from "../../../importer.ts";
import type { ReadingFailure } from "../../../platform/basics/file-thread.ts";
import { standAside } from "../../../platform/jobs/stand-aside.ts";
import { createDeckFiles, type DeckFile, type DeckFiles } from "../media/deck-files.ts";

/** What the thread is to read. */
export interface ReadTask {
  readonly path: string;
  readonly name: string;
  readonly options?: ReadOptions;
  /** Gives words; without it, the thread gives a preview. The columns replace guesses. */
  readonly columns?: Readonly<Record<string, ColumnRole>>;
  /** How the notes of a deck become words, if the file is one. */
  readonly deck?: DeckOptions;
  /** Gives lines of these tables, if the file is the archive of an account. */
  readonly tables?: readonly ArchiveTable[];
  /** Whether to look at the recordings and pictures of a deck. */
  readonly hasFiles?: boolean;
  /** Later reviews of a deck cannot be true, ms since 1970. */
  readonly nowMs: number;
}

/** What the thread says. The last one is a preview, `done`, or a fault. */
export type ReadMessage =
  | { readonly rows: number }
  | { readonly preview: TablePreview | DeckPreview | AccountPreview }
  /** Lines of an archive; the thread waits for the names of files that are wanted. */
  | { readonly taken: TakenLines }
  /** The thread waits for the names of files that are wanted before it reads on. */
  | RowBatch
  /** Contents of files by name. The thread waits for an answer. */
  | { readonly contents: ReadonlyMap<string, Uint8Array> }
  /** Problems of a deck that no row has. */
  | {
      readonly done: true;
      readonly problems: readonly DeckProblem[];
      readonly problemCount: number;
    }
  /** No column holds the words. */
  | { readonly wordless: true }
  | ReadingFailure;

/** Rows, with what they are the first to need. */
export interface RowBatch {
  readonly batch: readonly DeckRow[];
  readonly noteTypes: readonly NoteType[];
  readonly files: readonly DeckFile[];
}

/** Rows given at a time, and reviews of a deck: few enough to be received and stored quickly. */
const BATCH = 500;
const BATCH_REVIEWS = 2_000;
/** Lines of an archive given at a time: few enough for one transaction. */
const BATCH_LINES = 200;
/** A note of a deck may be long. */
const BATCH_NOTES = 10;

const engine = {
  isMemory: (value: unknown, wordId: string) => usableMemory(value, wordId) !== undefined,
  isLearner: (value: unknown) => usableLearner(value) !== undefined,
};

const say = (message: ReadMessage) => parentPort?.postMessage(message);

async function read(task: ReadTask): Promise<void> {
  const source = sourceOfFile(task.path);
  let deck: Deck | undefined;
  try {
    const archive = openAccountZip(source);
    if (archive !== undefined) return await readAccount(archive, task);
    const scratch = join(dirname(task.path), "collection");
    deck = await openDeck(source, task.name, scratch, task.nowMs);
    if (deck !== undefined) await readDeck(deck, task);
    else if (task.columns === undefined) await preview(source, task);
    else await words(source, task, task.columns);
  } catch (error) {
    say(failureOf(error));
  } finally {
    deck?.close();
    source.close();
  }
}

async function readAccount(archive: ZipArchive, { tables, nowMs }: ReadTask): Promise<void> {
  // The contract is large, and no other file needs it.
  const { openAccount, previewAccount } = await import("@wordloom/imports/accounts");
  const account = await openAccount(archive, nowMs, engine);
  if (tables === undefined)
    return say({ preview: await previewAccount(account, (rows) => say({ rows })) });
  const files = createDeckFiles(account);
  for (const table of tables) await giveLines(account, table, files);
  say({ done: true, problems: [], problemCount: 0 });
}

async function giveLines<T extends ArchiveTable>(
  account: Account,
  table: T,
  files: DeckFiles,
): Promise<void> {
  const size = table === "deck_notes" ? BATCH_NOTES : BATCH_LINES;
  let lines: ArchiveLine<T>[] = [];
  const give = async () => {
    const names = (table === "media" ? lines : []).map((line) =>
      archivedMedia((line as ArchiveLine<"media">).id),
    );
    const wanted = await asked({ taken: { table, lines, files: await files.judged(names) } });
    lines = [];
    for await (const contents of files.contents(wanted)) await asked({ contents });
  };
  for await (const line of account.lines(table)) if (lines.push(line) >= size) await give();
  if (lines.length > 0) await give();
}

async function readDeck(
  opened: Deck,
  { columns, deck = {}, hasFiles = false }: ReadTask,
): Promise<void> {
  if (columns === undefined)
    return say({ preview: previewDeck(opened, deck, (rows) => say({ rows })) });
  const files = hasFiles ? createDeckFiles(opened) : undefined;
  await giveRows(deckWords(opened, deck), opened.collection.noteTypes, files);
  const { first: problems, count: problemCount } = opened.problems;
  say({ done: true, problems, problemCount });
}

async function preview(source: ByteSource, { name, options }: ReadTask): Promise<void> {
  const table = await openImport(source, name, options);
  say({ preview: await previewTable(table, (rows) => say({ rows })) });
}

async function words(
  source: ByteSource,
  { name, options }: ReadTask,
  columns: Readonly<Record<string, ColumnRole>>,
): Promise<void> {
  const table = await openImport(source, name, options);
  const roles = (await guessRoles(table)).map((guess, index) => columns[index] ?? guess);
  if (!roles.includes("text")) return say({ wordless: true });
  const toDraft = createDrafter(roles, table.rules);
  const drafts = async function* () {
    for await (const row of table.rows()) yield toDraft(row);
  };
  await giveRows(drafts(), new Map());
  say({ done: true, problems: [], problemCount: 0 });
}

/** Says something and waits for the answer. */
async function asked(message: ReadMessage): Promise<readonly string[]> {
  say(message);
  if (parentPort === null) return [];
  const [wanted] = (await once(parentPort, "message")) as [readonly string[] | undefined];
  return wanted ?? [];
}

async function giveRows(
  rows: Iterable<DeckRow> | AsyncIterable<DeckRow>,
  types: ReadonlyMap<string, NoteType>,
  files?: DeckFiles,
): Promise<void> {
  const given = new Set<string>();
  let [batch, reviews]: [DeckRow[], number] = [[], 0];
  const give = async () => {
    const used = new Set(batch.flatMap(({ note }) => note?.typeId ?? []));
    const noteTypes = [...used.difference(given)].flatMap((id) => types.get(id) ?? []);
    for (const id of used) given.add(id);
    const wanted = await asked({ batch, noteTypes, files: (await files?.namedIn(batch)) ?? [] });
    [batch, reviews] = [[], 0];
    for await (const contents of files?.contents(wanted) ?? []) await asked({ contents });
  };
  for await (const row of rows) {
    batch.push(row);
    reviews += row.note?.reviews.length ?? 0;
    if (batch.length >= BATCH || reviews >= BATCH_REVIEWS) await give();
  }
  if (batch.length > 0) await give();
}

standAside();
await read(workerData as ReadTask);
