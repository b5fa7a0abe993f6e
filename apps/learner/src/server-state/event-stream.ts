import type { EventType, PushedEvent } from "@wordloom/contract";
import { basePath, connection } from "@wordloom/web";
import { deviceId } from "../platform/device.ts";
import { renew, signIn } from "./sign-in.ts";

type Listener<T extends EventType> = (event: Extract<PushedEvent, { type: T }>) => void;

const listeners = new Map<EventType, Set<(event: never) => void>>();
let source: EventSource | undefined;
let retryMs = 1_000;

const RETRY_MAX_MS = 60_000;

/** The events a learner's browser has a use for. */
const TYPES = [
  "maintenance",
  "amas_state",
  "record_applied",
  "record_failed",
  "resync",
  "banned",
  "unbanned",
  "upgrade_required",
  "upgrade_cleared",
  "update_available",
  "telemetry_request",
  "incident",
  "resource_pack_available",
] as const satisfies EventType[];

/** Follows one type of pushed event. @returns a function that ends it */
export function onEvent<T extends EventType>(type: T, listener: Listener<T>): () => void {
  const set = listeners.get(type) ?? new Set();
  listeners.set(type, set.add(listener));
  return () => set.delete(listener);
}

const openListeners = new Set<() => void>();

/** Calls whenever the stream is open, also again after an interruption. */
export function onStreamOpen(listener: () => void): void {
  openListeners.add(listener);
}

/** Opens the stream while somebody is signed in, and again after every interruption. */
export function startEventStream(): void {
  const follow = () => (signIn.get().kind === "in" ? open() : close());
  signIn.subscribe(follow);
  addEventListener("online", () => signIn.get().kind === "in" && reopen());
  follow();
}

function open(): void {
  if (source !== undefined) return;
  const query = new URLSearchParams({ deviceId, platform: "web" });
  source = new EventSource(`${basePath}/api/realtime/events?${query}`);
  source.onopen = () => {
    retryMs = 1_000;
    connection.heard();
    for (const listener of openListeners) listener();
  };
  for (const type of TYPES) {
    source.addEventListener(type, ({ data }: MessageEvent<string>) => deliver(data));
  }
  source.onerror = () => {
    // CONNECTING: the browser tries again itself. CLOSED: it was refused; a new sign-in may help.
    if (source?.readyState === EventSource.CLOSED) void retry();
  };
}

async function retry(): Promise<void> {
  close();
  await new Promise((resolve) => setTimeout(resolve, retryMs));
  retryMs = Math.min(RETRY_MAX_MS, retryMs * 2);
  if (signIn.get().kind !== "in") return;
  const isIn = await renew().catch(() => true);
  if (isIn) open();
}

function reopen(): void {
  close();
  open();
}

function close(): void {
  source?.close();
  source = undefined;
}

function deliver(text: string): void {
  const event = JSON.parse(text) as PushedEvent;
  if (event.type === "maintenance") connection.maintenance(event.active);
  for (const listener of listeners.get(event.type) ?? []) listener(event as never);
}
