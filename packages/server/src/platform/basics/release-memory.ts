import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (how: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;

/** So often in a row, no other thread withdraws the flag in between. */
const TRIES_MAX = 10;

/**
 * Releases memory that this thread no longer uses. V8 keeps the space reserved for young objects,
 * megabytes per thread, until memory is short; this kind of collection releases it.
 *
 * The thread is blocked meanwhile: for 0.1 to 0.2 s after the start of the service, when a thousand
 * modules are loaded, and for some hundredths in a thread with one task.
 */
export function releaseMemory(): void {
  let collect: Collect | undefined;
  // Flags apply to the process: another thread may have just used the same one.
  for (let tries = 0; tries < TRIES_MAX && collect === undefined; tries += 1) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("globalThis.gc") as Collect | undefined;
  }
  setFlagsFromString("--no-expose-gc");
  collect?.({ type: "major", execution: "sync", flavor: "last-resort" });
}
