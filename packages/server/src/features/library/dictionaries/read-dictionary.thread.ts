import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import type { DictionaryFile, LexicalEntry } from "@wordloom/imports";
import { failureOf, openDictionary, sourceOfFile } from "@wordloom/imports/dictionaries";
import type { ReadingFailure } from "../../../platform/basics/file-thread.ts";
import { standAside } from "../../../platform/jobs/stand-aside.ts";
import { cut, plain, rowOf, type EntryRow } from "./stored-entry.ts";

/** What the thread is to read. */
interface DictionaryTask {
  readonly path: string;
  readonly name: string;
  /** The language of meanings that the operator chose. */
  readonly meaningLanguage: string | null;
}

/** What a dictionary says of itself, as far as it is stored. */
export type DictionaryAbout = Pick<
  DictionaryFile,
  "title" | "revision" | "attribution" | "language" | "meaningLanguage"
>;

export interface DictionaryProblem {
  readonly where: string;
  readonly code: string;
  readonly message: string;
}

/** Some rows of a dictionary. */
export interface DictionaryBatch {
  readonly rows: readonly EntryRow[];
  readonly kinds: readonly LexicalEntry["kind"][];
  readonly problems: readonly DictionaryProblem[];
  /** The share of the file that has been read, 0 to 1. */
  readonly share: number;
}

/**
 * What the thread says; it waits for an answer before it reads on. After the last one, `done`, it
 * waits to be ended, because its last rows are still being stored.
 */
export type DictionaryMessage =
  | { readonly about: DictionaryAbout }
  | { readonly batch: DictionaryBatch }
  | { readonly done: true }
  | ReadingFailure;

/** Rows given at a time: few, because look-ups wait while they are stored. */
const BATCH = 128;
const TITLE_MAX = 200;
const REVISION_MAX = 100;
const ATTRIBUTION_MAX = 2_000;

const say = (message: DictionaryMessage) => parentPort?.postMessage(message);

async function ask(message: DictionaryMessage): Promise<void> {
  say(message);
  if (parentPort !== null) await once(parentPort, "message");
}

async function read({ path, name, meaningLanguage }: DictionaryTask): Promise<void> {
  const source = sourceOfFile(path);
  try {
    const file = await openDictionary(source, name, { meaningLanguage });
    await ask({ about: aboutOf(file) });
    await giveRows(file);
    await ask({ done: true });
  } catch (error) {
    say(failureOf(error));
  } finally {
    source.close();
  }
}

function aboutOf(file: DictionaryFile): DictionaryAbout {
  return {
    title: cut(plain(file.title), TITLE_MAX),
    revision: cut(plain(file.revision), REVISION_MAX),
    attribution: cut(plain(file.attribution), ATTRIBUTION_MAX),
    language: file.language,
    meaningLanguage: file.meaningLanguage,
  };
}

async function giveRows(file: DictionaryFile): Promise<void> {
  let rows: EntryRow[] = [];
  let problems: DictionaryProblem[] = [];
  let kinds = new Set<LexicalEntry["kind"]>();
  const give = async (share: number) => {
    await ask({ batch: { rows, kinds: [...kinds], problems, share } });
    rows = [];
    problems = [];
    kinds = new Set();
  };
  for await (const found of file.rows()) {
    const { where, share } = found;
    const row = "entry" in found ? rowOf(found.entry) : undefined;
    if (row !== undefined && "entry" in found) {
      rows.push(row);
      kinds.add(found.entry.kind);
    } else problems.push({ where, ...("fault" in found ? found.fault : NO_TEXT) });
    if (rows.length + problems.length >= BATCH) await give(share);
  }
  if (rows.length + problems.length > 0) await give(1);
}

const NO_TEXT = {
  code: "long_text",
  message: "The word is empty or longer than 200 characters.",
} as const;

standAside();
await read(workerData as DictionaryTask);
