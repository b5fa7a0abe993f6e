import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Parsed at once, because starting a thread takes longer. */
const SMALL_BYTES = 64 * 1024;

/** Whether a payload is a JSON document. */
export function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(bytes).toString());
    return true;
  } catch {
    return false;
  }
}

/** Like `isJson`, but in a thread for a large payload: 4 MiB of brackets take most of a second. */
export async function isJsonAside(bytes: Uint8Array): Promise<boolean> {
  if (bytes.length <= SMALL_BYTES) return isJson(bytes);
  const thread = new Worker(new URL("./pack-json.thread.ts", import.meta.url), {
    workerData: { bytes },
  });
  const ended = new AbortController();
  thread.once("exit", () => ended.abort(new Error("the payload could not be parsed")));
  const [found] = (await once(thread, "message", { signal: ended.signal })) as [boolean];
  return found;
}
