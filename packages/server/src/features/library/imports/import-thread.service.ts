import type { ArchiveTable } from "@wordloom/contract";
import type { DeckProblem } from "@wordloom/imports";
import type { LineTaker } from "../../../importer.ts";
import { readInThread } from "../../../platform/basics/file-thread.ts";
import type { AnyPreview } from "./import-reply.ts";
import type { ReadMessage, ReadTask, RowBatch } from "./read-import.thread.ts";

export { FileUnreadableError } from "../../../platform/basics/file-thread.ts";

const SCRIPT = new URL("./read-import.thread.ts", import.meta.url);

/** No column of the file holds the words. */
export class WordlessError extends Error {
  override readonly name = "WordlessError";
}

/**
 * What a file holds, read in a thread.
 *
 * @param on.rows  called now and then with the number of rows read
 * @param on.signal  ends the thread
 * @throws FileUnreadableError, also for a file that needs too much memory or time
 */
export async function readAside(
  task: ReadTask,
  on: { rows: (count: number) => void; signal: AbortSignal },
): Promise<AnyPreview> {
  return readInThread<ReadMessage, AnyPreview>(SCRIPT, task, on.signal, (message, ends) => {
    if ("rows" in message) on.rows(message.rows);
    else if ("preview" in message) ends.resolve(message.preview);
  });
}

/** Problems of a deck that no row of it has: the first of them, and how many there are. */
export interface OtherProblems {
  readonly problems: readonly DeckProblem[];
  readonly problemCount: number;
}

/** What becomes of the rows of a file, and of the files of a deck. */
export interface RowTaker {
  /**
   * @param part  with the note types of a deck, and the files, that these rows need first
   * @returns the names of files whose contents are wanted before the next rows
   */
  rows(part: RowBatch): Promise<readonly string[]>;
  files(contents: ReadonlyMap<string, Uint8Array>): Promise<void>;
}

/**
 * The words of a file, some rows at a time. The thread reads on when `take` has finished.
 *
 * @throws FileUnreadableError like `readAside`; WordlessError; and what `take` throws
 */
export async function takeRows(
  task: ReadTask & Required<Pick<ReadTask, "columns">>,
  signal: AbortSignal,
  take: RowTaker,
): Promise<OtherProblems> {
  return readInThread<ReadMessage, OtherProblems>(SCRIPT, task, signal, (message, ends) => {
    const { resolve, reject, answer } = ends;
    if ("batch" in message) void take.rows(message).then(answer, reject);
    else if ("contents" in message) void take.files(message.contents).then(answer, reject);
    else if ("done" in message) resolve(message);
    else if ("wordless" in message) reject(new WordlessError("No column holds the words."));
  });
}

/**
 * The lines of these tables in the archive of an account, some at a time. The thread reads on when
 * `take` has finished.
 *
 * @throws FileUnreadableError like `readAside`; and what `take` throws
 */
export async function takeLines(
  task: ReadTask & { readonly tables: readonly ArchiveTable[] },
  signal: AbortSignal,
  take: LineTaker,
): Promise<void> {
  await readInThread<ReadMessage, void>(SCRIPT, task, signal, (message, ends) => {
    if ("taken" in message) void take.lines(message.taken).then(ends.answer, ends.reject);
    else if ("contents" in message)
      void take.files(message.contents).then(ends.answer, ends.reject);
    else if ("done" in message) ends.resolve();
  });
}
