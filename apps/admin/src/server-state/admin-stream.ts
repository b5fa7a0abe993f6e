import type { EventType, PushedEvent } from "@wordloom/contract";
import { createSharedStream, queryClient } from "@wordloom/web";
import { observable, type Observable } from "@wordloom/web/state";
import { servicePath } from "../platform/service-path.ts";
import { openAdminEvents } from "./event-stream.ts";
import { signIn } from "./sign-in.ts";

type Listener<T extends EventType> = (event: Extract<PushedEvent, { type: T }>) => void;

const listeners = new Map<EventType | "*", Set<(event: never) => void>>();

/** Whether events arrive; without them, the displayed data is refreshed by timer. */
const state = observable<"open" | "closed">("closed");
export const streamState: Observable<"open" | "closed"> = state;

/** Subscribes to one type of pushed event. @returns a function that unsubscribes */
export function onEvent<T extends EventType>(type: T, listener: Listener<T>): () => void {
  return listen(type, listener as (event: never) => void);
}

/** Subscribes to every event, for the page of live events. */
export function onEveryEvent(listener: (event: PushedEvent) => void): () => void {
  return listen("*", listener as (event: never) => void);
}

function listen(type: EventType | "*", listener: (event: never) => void): () => void {
  const set = listeners.get(type) ?? new Set();
  listeners.set(type, set.add(listener));
  return () => set.delete(listener);
}

/** Follows the stream shared by this browser's consoles while somebody is signed in. */
export function startAdminStream(): void {
  const stream = createSharedStream({
    name: `wordloom.admin-events:${servicePath}`,
    connect: (signal, lastId) => openAdminEvents("/api/admin/realtime/events", signal, lastId),
    onEvent: deliver,
    onState: (isOpen) => state.set(isOpen ? "open" : "closed"),
  });
  // All administrators receive the same events, so tabs of two administrators share one stream.
  const follow = () => stream.follow(signIn.get().kind === "in" ? "administrators" : undefined);
  signIn.subscribe(follow);
  follow();
}

function deliver(event: PushedEvent): void {
  // Missed events are unknown, so everything on the screen is reloaded.
  if (event.type === "resync") void queryClient.invalidateQueries();
  for (const type of [event.type, "*"] as const) {
    for (const listener of listeners.get(type) ?? []) listener(event as never);
  }
}
