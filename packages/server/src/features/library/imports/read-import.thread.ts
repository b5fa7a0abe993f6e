import { parentPort, workerData } from "node:worker_threads";
import {
  openImport,
  previewTable,
  sourceOfFile,
  UnreadableError,
  type TablePreview,
} from "@wordloom/imports";

/** What the thread is to read. */
export interface ReadTask {
  readonly path: string;
  readonly name: string;
}

/** What the thread says, ending with a preview or a fault. */
export type ReadMessage =
  | { readonly rows: number }
  | { readonly preview: TablePreview }
  | { readonly unreadable: string }
  | { readonly fault: string };

const say = (message: ReadMessage) => parentPort?.postMessage(message);

async function read({ path, name }: ReadTask): Promise<void> {
  const source = sourceOfFile(path);
  try {
    const table = await openImport(source, name);
    say({ preview: await previewTable(table, (rows) => say({ rows })) });
  } catch (error) {
    if (error instanceof UnreadableError) say({ unreadable: error.message });
    else say({ fault: error instanceof Error ? error.message : String(error) });
  } finally {
    source.close();
  }
}

await read(workerData as ReadTask);
