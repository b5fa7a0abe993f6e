import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import {
  createDrafter,
  guessRoles,
  openImport,
  previewTable,
  sourceOfFile,
  UnreadableError,
  type ByteSource,
  type ColumnRole,
  type DraftRow,
  type ReadOptions,
  type TablePreview,
} from "@wordloom/imports";

/** What the thread is to read. */
export interface ReadTask {
  readonly path: string;
  readonly name: string;
  readonly options?: ReadOptions;
  /** Gives words; without it, the thread gives a preview. The columns replace guesses. */
  readonly columns?: Readonly<Record<string, ColumnRole>>;
}

/** What the thread says. The last one is a preview, `done`, or a fault. */
export type ReadMessage =
  | { readonly rows: number }
  | { readonly preview: TablePreview }
  /** The thread waits for an answer before it reads on. */
  | { readonly batch: readonly DraftRow[] }
  | { readonly done: true }
  /** No column holds the words. */
  | { readonly wordless: true }
  | { readonly unreadable: string }
  | { readonly fault: string };

/** Rows given at a time. */
const BATCH = 500;

const say = (message: ReadMessage) => parentPort?.postMessage(message);

async function read(task: ReadTask): Promise<void> {
  const source = sourceOfFile(task.path);
  try {
    await (task.columns === undefined ? preview(source, task) : words(source, task, task.columns));
  } catch (error) {
    if (error instanceof UnreadableError) say({ unreadable: error.message });
    else say({ fault: error instanceof Error ? error.message : String(error) });
  } finally {
    source.close();
  }
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
  let batch: DraftRow[] = [];
  const give = async () => {
    say({ batch });
    batch = [];
    if (parentPort !== null) await once(parentPort, "message");
  };
  for await (const row of table.rows()) {
    batch.push(toDraft(row));
    if (batch.length >= BATCH) await give();
  }
  if (batch.length > 0) await give();
  say({ done: true });
}

await read(workerData as ReadTask);
