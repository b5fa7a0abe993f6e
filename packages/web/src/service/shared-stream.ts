import type { PushedEvent } from "@wordloom/contract";
import { connection } from "./connection.ts";
import { keepOpen, type Connect, type StreamEnds } from "./kept-open.ts";

/** A stream of events that all tabs of a browser share. */
export interface SharedStream {
  /** Receives the events of this account until the next call; of no account if undefined. */
  follow(account: string | undefined): void;
}

export interface StreamUse {
  /** Distinguishes this stream from others of the origin; includes the service's path. */
  readonly name: string;
  readonly connect: Connect;
  readonly onEvent: (event: PushedEvent) => void;
  /** Reports whether events arrive in this tab, from its own stream or from another tab's. */
  readonly onState: (isOpen: boolean) => void;
}

/** What a tab sends to the others; `who` asks the holder of the stream for its state. */
type Signal =
  | { readonly type: "who" }
  | { readonly type: "event"; readonly event: PushedEvent; readonly id: string | undefined }
  | {
      readonly type: "state";
      readonly isOpen: boolean;
      readonly lastId: string | undefined;
      readonly greeting: PushedEvent | undefined;
    };
type Message = Signal & { readonly account: string };

/** A tab that holds the stream and does not answer within this time is suspended. */
const ANSWER_MAX_MS = 3_000;

/**
 * One stream for all tabs of the browser: over HTTP/1.1 a browser opens at most six connections to
 * a service, and six streams would block every other page and call.
 * The tab that holds a Web Lock has the stream and forwards its events. When that tab is closed,
 * discarded or frozen, the browser gives the lock to the next tab. A tab that becomes visible takes
 * the lock from a tab that does not answer. Without Web Locks (plain http on another machine), each
 * visible tab has its own stream.
 */
export function createSharedStream(use: StreamUse): SharedStream {
  let member: Member | undefined;
  let account: string | undefined;
  let reception = createReception(use);
  const join = (of: string) =>
    isShared() ? joinTabs(use, of, reception) : joinAlone(use, reception);
  const leave = () => {
    member?.leave();
    member = undefined;
  };
  const enter = () => {
    if (account !== undefined) member ??= join(account);
  };
  // A page that is frozen, or waits behind the Back button, would keep the stream from the others.
  for (const end of ["freeze", "pagehide"]) addEventListener(end, leave, { capture: true });
  for (const start of ["resume", "pageshow"]) addEventListener(start, enter, { capture: true });
  return {
    follow(next) {
      if (next === account) return;
      leave();
      account = next;
      reception = createReception(use);
      enter();
    },
  };
}

const isShared = () =>
  "BroadcastChannel" in globalThis && (navigator as Partial<Navigator>).locks !== undefined;

interface Member {
  leave(): void;
}

/**
 * What a tab knows about the stream, no matter which tab holds it; kept while it does not take
 * part.
 */
function createReception({ onEvent, onState }: StreamUse) {
  let [isOpen, wasOpen] = [false, false];
  let lastId: string | undefined;
  let greeting: PushedEvent | undefined;
  const hear = (event: PushedEvent, id?: string) => {
    // After a gap, the earlier position says nothing about what a tab has missed.
    lastId = event.type === "resync" ? id : (id ?? lastId);
    if (event.type === "maintenance") greeting = event;
    connection.heard();
    onEvent(event);
  };
  const setOpen = (next: boolean) => {
    wasOpen ||= next;
    if (next === isOpen) return;
    isOpen = next;
    onState(next);
  };
  return {
    hear,
    setOpen,
    lastId: () => lastId,
    state: () => ({ isOpen, lastId, greeting }),
    /** Events may have been missed, and without a position they cannot be identified. */
    hasGap: () => wasOpen && lastId === undefined,
    /** The state that the holder of the stream reports. */
    take(said: { isOpen: boolean; lastId: string | undefined; greeting: PushedEvent | undefined }) {
      const isNews = said.isOpen && !isOpen;
      const isSameEvent = lastId !== undefined && said.lastId === lastId;
      const hasMissed = isNews && wasOpen && !isSameEvent;
      lastId = said.lastId ?? lastId;
      setOpen(said.isOpen);
      if (isNews && said.greeting !== undefined) hear(said.greeting);
      if (hasMissed) onEvent({ type: "resync" });
    },
  };
}

type Reception = ReturnType<typeof createReception>;

/** Receives a stream of this tab's own. @param send  reaches the other tabs */
function receive(reception: Reception, send: (message: Signal) => void): StreamEnds {
  const onEvent: StreamEnds["onEvent"] = (event, id) => {
    send({ type: "event", event, id });
    reception.hear(event, id);
  };
  return {
    lastId: reception.lastId,
    onEvent,
    onState(isOpen) {
      const hasGap = isOpen && reception.hasGap();
      reception.setOpen(isOpen);
      send({ type: "state", ...reception.state() });
      if (hasGap) onEvent({ type: "resync" }, undefined);
    },
  };
}

function joinTabs(use: StreamUse, account: string, reception: Reception): Member {
  const channel = new BroadcastChannel(use.name);
  const send = (signal: Signal) => channel.postMessage({ account, ...signal } satisfies Message);
  const sendState = () => send({ type: "state", ...reception.state() });
  const ends = receive(reception, send);
  let turn = new AbortController();
  let isHolder = false;
  let answer: ReturnType<typeof setTimeout> | undefined;
  let alone: Member | undefined;

  const stand = (isUrgent: boolean) => {
    turn.abort();
    const { signal } = (turn = new AbortController());
    const options = isUrgent ? { steal: true } : { signal };
    const hold = () => {
      if (signal.aborted) return;
      clearTimeout(answer);
      isHolder = true;
      sendState();
      void keepOpen(use.connect, ends, signal);
      // Immediately, because a page that freezes runs nothing later.
      return new Promise((end) => signal.addEventListener("abort", end, { once: true }));
    };
    navigator.locks.request(use.name, options, hold).catch(() => {
      if (signal.aborted) return;
      // A visible tab took the lock; or there are no locks because storage is refused.
      if (isHolder) stand(false);
      else alone = joinAlone(use, reception);
      isHolder = false;
    });
  };
  const ask = () => {
    if (isHolder || document.visibilityState === "hidden") return;
    clearTimeout(answer);
    answer = setTimeout(() => stand(true), ANSWER_MAX_MS);
    send({ type: "who" });
  };

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.account !== account) return;
    if (isHolder) {
      if (data.type === "who") sendState();
    } else if (data.type === "event") reception.hear(data.event, data.id);
    else if (data.type === "state") {
      clearTimeout(answer);
      reception.take(data);
    }
  };
  document.addEventListener("visibilitychange", ask);
  stand(false);
  ask();
  return {
    leave() {
      document.removeEventListener("visibilitychange", ask);
      clearTimeout(answer);
      turn.abort();
      channel.close();
      alone?.leave();
      reception.setOpen(false);
    },
  };
}

function joinAlone(use: StreamUse, reception: Reception): Member {
  const ends = receive(reception, () => undefined);
  let seen: AbortController | undefined;
  const close = () => {
    seen?.abort();
    seen = undefined;
    reception.setOpen(false);
  };
  const follow = () => {
    if (document.visibilityState === "hidden") close();
    else if (seen === undefined) {
      seen = new AbortController();
      void keepOpen(use.connect, ends, seen.signal);
    }
  };
  document.addEventListener("visibilitychange", follow);
  follow();
  return {
    leave() {
      document.removeEventListener("visibilitychange", follow);
      close();
    },
  };
}
