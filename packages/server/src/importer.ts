import type {
  ArchiveLine,
  ArchiveTable,
  Import,
  ImportCounts,
  ImportOptions,
  MediaType,
} from "@wordloom/contract";
import type { Ids } from "./platform/basics/ids.ts";
import type { Database } from "./platform/database/tables.ts";
import type { WordTable } from "./platform/database/word-table.ts";
import type { Log } from "./platform/observability/log.ts";
import type { Peers } from "./platform/peers/peers.ts";
import type { Settings } from "./platform/settings/settings.ts";
import type { Clock } from "./platform/time/clock.ts";

export interface ImporterNeeds {
  readonly clock: Clock;
  readonly database: Database;
  readonly ids: Ids;
  readonly log: Log;
  readonly peers: Peers;
  readonly settings: Settings;
  readonly wordTables: readonly WordTable[];
}

/** A recording or picture of an archive that can be kept. */
export interface ArchivedFile {
  /** Its name in the archive. */
  readonly name: string;
  readonly mime: MediaType;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** Lines of one table, some at a time. */
export interface TakenLines<T extends ArchiveTable = ArchiveTable> {
  readonly table: T;
  readonly lines: readonly ArchiveLine<T>[];
  /** Of lines about recordings and pictures, the files that can be kept, judged by their bytes. */
  readonly files: readonly ArchivedFile[];
}

/** What becomes of what is read. */
export interface LineTaker {
  /** @returns the names of files whose contents are wanted before the next lines */
  lines(taken: TakenLines): Promise<readonly string[]>;
  /** Contents by name, some at a time. */
  files(contents: ReadonlyMap<string, Uint8Array>): Promise<void>;
}

/** A file that is to be imported whole. */
export interface FileToImport {
  readonly importId: string;
  readonly userId: string;
  /** When it was written, ms since 1970. */
  readonly writtenAtMs: number;
  /** Reads these tables in this order; goes on when `take` has what it was given. */
  read(tables: readonly ArchiveTable[], take: LineTaker): Promise<void>;
}

/** One thing that an import did, as its importer wrote it down. */
export interface Brought {
  readonly what: "word" | "book" | "entry" | "media" | "account";
  readonly word_id?: string;
  readonly wordbook_id?: string;
  readonly before_json?: string;
}

/** Stores what an import brings. */
export interface ImportStore {
  /**
   * Runs `work` in a transaction, unless the import was stopped.
   *
   * @param work.log  writes down what it did, to be taken back in the opposite order
   */
  store<T>(
    work: (tx: Database, log: (done: readonly Brought[]) => Promise<void>) => Promise<T>,
  ): Promise<T>;
  /** Tells how many lines are done. */
  moves(lines: number): void;
}

interface ImporterPlan {
  readonly counts: ImportCounts;
  readonly problems: Import["problems"];
}

/**
 * Imports files that are more than lists of words. The imports call it, because it stands on a
 * higher floor.
 */
export interface Importer {
  readonly kind: Import["kind"];
  /** Why it does not take these options, by their names. */
  faultsOf(options: ImportOptions): readonly { readonly path: string; readonly rule: string }[];
  /** What `run` would do. Stores nothing. */
  plan(needs: ImporterNeeds, file: FileToImport): Promise<ImporterPlan>;
  run(
    needs: ImporterNeeds,
    file: FileToImport,
    store: ImportStore,
  ): Promise<{ readonly counts: ImportCounts; readonly bookIds: readonly string[] }>;
  /** Takes back what it wrote down as `account`, latest first, in the caller's transaction. */
  drop(needs: ImporterNeeds, tx: Database, userId: string, done: readonly string[]): Promise<void>;
  /** Brings totals up to date, after everything was taken back. */
  settle(needs: ImporterNeeds, userId: string): Promise<void>;
}
