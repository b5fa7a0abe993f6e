import type { EventType, PushedEvent } from "@wordloom/contract";
import { queryClient } from "@wordloom/web";
import { observable, type Observable } from "@wordloom/web/state";
import { openEvents, pause } from "./event-stream.ts";
import { signIn } from "./sign-in.ts";

type Listener<T extends EventType> = (event: Extract<PushedEvent, { type: T }>) => void;

const listeners = new Map<EventType | "*", Set<(event: never) => void>>();

const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 30_000;

/** Whether events arrive; without them what is shown is refreshed by time. */
const state = observable<"open" | "closed">("closed");
export const streamState: Observable<"open" | "closed"> = state;

/** Follows one type of pushed event. @returns a function that ends it */
export function onEvent<T extends EventType>(type: T, listener: Listener<T>): () => void {
  return listen(type, listener as (event: never) => void);
}

/** Follows every event, as the room of live events does. */
export function onEveryEvent(listener: (event: PushedEvent) => void): () => void {
  return listen("*", listener as (event: never) => void);
}

function listen(type: EventType | "*", listener: (event: never) => void): () => void {
  const set = listeners.get(type) ?? new Set();
  listeners.set(type, set.add(listener));
  return () => set.delete(listener);
}

/** Opens the stream while somebody is signed in, and again after every interruption. */
export function startAdminStream(): void {
  let stop: AbortController | undefined;
  const follow = () => {
    const isIn = signIn.get().kind === "in";
    if (isIn && stop === undefined) {
      stop = new AbortController();
      void keepOpen(stop.signal);
    } else if (!isIn) {
      stop?.abort();
      stop = undefined;
    }
  };
  signIn.subscribe(follow);
  follow();
}

async function keepOpen(signal: AbortSignal): Promise<void> {
  let lastId: string | undefined;
  let retryMs = RETRY_MIN_MS;
  while (!signal.aborted) {
    try {
      const events = await openEvents("/api/admin/realtime/events", signal, lastId);
      state.set("open");
      for await (const { id, data } of events) {
        lastId = id ?? lastId;
        retryMs = RETRY_MIN_MS;
        deliver(JSON.parse(data) as PushedEvent);
      }
    } catch {
      // Ended, refused or unreachable: the same wait, and the next attempt tells.
    }
    state.set("closed");
    await pause(retryMs, signal);
    retryMs = Math.min(RETRY_MAX_MS, retryMs * 2);
  }
}

function deliver(event: PushedEvent): void {
  // What happened in between is not known: everything on the screen is read again.
  if (event.type === "resync") void queryClient.invalidateQueries();
  for (const type of [event.type, "*"] as const) {
    for (const listener of listeners.get(type) ?? []) listener(event as never);
  }
}
