import type { EventType, PushedEvent } from "@wordloom/contract";
import { basePath, connection, createSharedStream, openEvents, StreamRefused } from "@wordloom/web";
import { observable } from "@wordloom/web/state";
import { deviceId } from "../platform/device.ts";
import { onAccount, renew } from "./sign-in.ts";

type Listener<T extends EventType> = (event: Extract<PushedEvent, { type: T }>) => void;

const listeners = new Map<EventType, Set<(event: never) => void>>();

/** Follows one type of pushed event. @returns a function that unsubscribes */
export function onEvent<T extends EventType>(type: T, listener: Listener<T>): () => void {
  const set = listeners.get(type) ?? new Set();
  listeners.set(type, set.add(listener));
  return () => set.delete(listener);
}

/** Whether events arrive now. */
export const eventsArrive = observable(false);

const openListeners = new Set<() => void>();

/**
 * Calls whenever the stream opens, also after an interruption.
 *
 * @returns a function that unsubscribes
 */
export function onStreamOpen(listener: () => void): () => void {
  openListeners.add(listener);
  return () => openListeners.delete(listener);
}

/** Keeps this browser's stream open while somebody is signed in. */
export function startEventStream(): void {
  const stream = createSharedStream({
    name: `wordloom.events:${basePath}`,
    connect,
    onEvent: deliver,
    onState(isOpen) {
      eventsArrive.set(isOpen);
      if (isOpen) for (const listener of openListeners) listener();
    },
  });
  onAccount(stream.follow);
}

const query = new URLSearchParams({ deviceId, platform: "web" });

/** Uses the cookie, because a freshly loaded page has no token yet. */
async function connect(signal: AbortSignal, lastId: string | undefined) {
  const open = () => openEvents(`${basePath}/api/realtime/events?${query}`, { signal, lastId });
  try {
    return await open();
  } catch (error) {
    const isRefused = error instanceof StreamRefused && [401, 403].includes(error.status);
    if (!isRefused || !(await renew())) throw error;
    return open();
  }
}

function deliver(event: PushedEvent): void {
  if (event.type === "maintenance") connection.maintenance(event.active);
  for (const listener of listeners.get(event.type) ?? []) listener(event as never);
}
