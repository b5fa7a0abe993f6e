import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Systems give higher ports to outgoing connections; browsers refuse some lower ones. */
const LOWEST = 11_000;
const HIGHEST = 32_000;

/** A free port that nobody gets by chance before the caller listens on it. */
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

/** Ports that services of this worker have given back, and how many services had each. */
const free: number[] = [];
const uses = new Map<number, number>();

/**
 * A port for a service of a test: one that an earlier service has left, so that the browsers which
 * stand at its address can be used again.
 */
export const takePort = async (): Promise<number> => free.pop() ?? freePort();

/** A service listens on it. */
export const notePort = (port: number): void => void uses.set(port, (uses.get(port) ?? 0) + 1);

export const givePort = (port: number): void => void free.push(port);

/** How many services had the address of a service up to now. */
export const usesOf = (url: string): number => uses.get(Number(new URL(url).port)) ?? 0;
