import type { Peers } from "../peers.ts";

/** However many answers come in meanwhile, others are told once. */
const GATHERED_FOR_MS = 10;

/** Tells the process that a worker belongs to that there is something to do for it. */
export function createNudge(peers: Peers): (workerName: string) => void {
  const waiting = new Set<string>();

  const tell = (workerName: string) => {
    waiting.delete(workerName);
    peers.tell("work_waiting", workerName);
  };

  return (workerName) => {
    if (waiting.has(workerName)) return;
    waiting.add(workerName);
    setTimeout(tell, GATHERED_FOR_MS, workerName).unref();
  };
}
