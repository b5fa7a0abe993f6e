import type { PushedEvent } from "@wordloom/contract";
import type { Connection, Listener } from "./sse-connection.ts";
import type { Audience, SentEvent } from "./ring.ts";

type EventType = PushedEvent["type"];

/** Whether this listener belongs to the audience. */
export function isFor(listener: Listener, audience: Audience): boolean {
  switch (audience.kind) {
    case "all":
      return true;
    case "admins":
      return listener.kind === "admin";
    case "user":
      return listener.kind === "learner" && listener.accountId === audience.userId;
    case "device":
      return (
        listener.kind === "learner" &&
        listener.accountId === audience.userId &&
        listener.device?.id === audience.deviceId
      );
  }
}

/** Events that a banned device still receives. */
const SENT_TO_BANNED: ReadonlySet<EventType> = new Set(["maintenance", "banned", "unbanned"]);

export function mayReceive(banned: boolean, type: EventType): boolean {
  return !banned || SENT_TO_BANNED.has(type);
}

/**
 * Whether an event bans or unbans the device of a stream; undefined if it does neither. The ban of
 * a learner, sent to all their streams, ends these and does not concern devices.
 */
function deviceBan({ audience, type }: Pick<SentEvent, "audience" | "type">): boolean | undefined {
  if (audience.kind !== "device") return undefined;
  if (type === "banned") return true;
  return type === "unbanned" ? false : undefined;
}

/** Updates a stream's ban state from the events sent to it. */
export function trackBan(connection: Connection, sent: SentEvent): void {
  connection.banned = deviceBan(sent) ?? connection.banned;
}

/**
 * Whether the device of a new stream is banned according to the latest events; undefined if they do
 * not say. This can be newer than the cached device register.
 */
export function recentBan(listener: Listener, latest: readonly SentEvent[]): boolean | undefined {
  const last = latest.findLast(
    (sent) => deviceBan(sent) !== undefined && isFor(listener, sent.audience),
  );
  return last && deviceBan(last);
}

/**
 * The events, oldest first, that the stream would have received if it had been open.
 *
 * The ban state at each event follows from the current state and the bans and unbans since then, so
 * the events are traversed backwards.
 */
export function visibleTo(connection: Connection, sent: readonly SentEvent[]): SentEvent[] {
  let banned = connection.banned;
  const received: SentEvent[] = [];
  for (const event of sent.toReversed()) {
    if (!isFor(connection.listener, event.audience)) continue;
    if (mayReceive(banned, event.type)) received.push(event);
    const ban = deviceBan(event);
    if (ban !== undefined) banned = !ban;
  }
  return received.toReversed();
}
