import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Systems assign higher ports to outgoing connections; browsers refuse some lower ones. */
const LOWEST = 11_000;
const HIGHEST = 32_000;

/** A free port that nothing takes by chance before the caller listens on it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
}

/** Ports that this worker's services have released, and the number of services that had each. */
const free: number[] = [];
const uses = new Map<number, number>();

/**
 * A port for a test's service: if possible one that an earlier service has released, so that the
 * browsers open at its address can be reused.
 */
export const takePort = async (): Promise<number> => free.pop() ?? freePort();

/** Records that a service listens on the port. */
export const notePort = (port: number): void => void uses.set(port, (uses.get(port) ?? 0) + 1);

export const givePort = (port: number): void => void free.push(port);

/** How many services have had the address so far. */
export const usesOf = (url: string): number => uses.get(Number(new URL(url).port)) ?? 0;
