import type { Peers } from "../peers/peers.ts";

/** Requests within this time are sent once. */
const GATHERED_FOR_MS = 10;

/** Wakes a worker on the process that holds its lease. */
export function createRemoteWake(peers: Peers): (workerName: string) => void {
  const waiting = new Set<string>();

  const notify = (workerName: string) => {
    waiting.delete(workerName);
    peers.notify("work_waiting", workerName);
  };

  return (workerName) => {
    if (waiting.has(workerName)) return;
    waiting.add(workerName);
    setTimeout(notify, GATHERED_FOR_MS, workerName).unref();
  };
}
