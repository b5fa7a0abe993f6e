import { randomInt } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { once, type EventEmitter } from "node:events";
import { createServer } from "node:net";

/** Systems assign higher ports to outgoing connections; browsers refuse some lower ones. */
const LOWEST = 11_000;
const HIGHEST = 32_000;

/**
 * The UDP ports of the same numbers that this worker holds until it ends: a service that is stopped
 * or has not started yet leaves its port free, and another worker could draw it.
 */
const claims = new Set<Socket>();

/** A port on which nothing listens and that no other caller gets. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await claim(port)) return port;
  }
}

/** @returns whether the port is now the caller's alone */
export async function claim(port: number): Promise<boolean> {
  const socket = createSocket("udp4");
  const isBound = await opens(socket, () =>
    socket.bind({ port, address: "127.0.0.1", exclusive: true }),
  );
  const isOurs = isBound && (await isFree(port));
  if (isOurs) claims.add(socket.unref());
  else socket.close();
  return isOurs;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  if (!(await opens(probe, () => probe.listen(port, "127.0.0.1")))) return false;
  probe.close();
  await once(probe, "close");
  return true;
}

/** Whether `bind` makes the socket listen. */
async function opens(socket: EventEmitter, bind: () => void): Promise<boolean> {
  const listening = once(socket, "listening");
  bind();
  return listening.then(
    () => true,
    () => false,
  );
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
