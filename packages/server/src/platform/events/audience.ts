import type { PushedEvent } from "@wordloom/contract";
import type { Connection, Listener } from "./sse-connection.ts";
import type { Reach, SentEvent } from "./ring.ts";

type EventType = PushedEvent["type"];

/** Whether an event of this reach is for this listener. */
export function hears(listener: Listener, reach: Reach): boolean {
  switch (reach.kind) {
    case "all":
      return true;
    case "admins":
      return listener.kind === "admin";
    case "user":
      return listener.kind === "learner" && listener.accountId === reach.userId;
    case "device":
      return (
        listener.kind === "learner" &&
        listener.accountId === reach.userId &&
        listener.device?.id === reach.deviceId
      );
  }
}

/** What the device of a banned stream may still hear. */
const TOLD_TO_BANNED: ReadonlySet<EventType> = new Set(["maintenance", "banned", "unbanned"]);

export function mayTell(banned: boolean, type: EventType): boolean {
  return !banned || TOLD_TO_BANNED.has(type);
}

/** A stream follows its device's bans by the events that pass. */
export function noteBan(connection: Connection, type: EventType): void {
  if (type === "banned") connection.banned = true;
  if (type === "unbanned") connection.banned = false;
}

/**
 * Whether the device of a stream that opens now is banned, by what passed lately; undefined when
 * nothing did. Where the register is remembered for a moment, this is ahead of it.
 */
export function bannedLately(
  listener: Listener,
  latest: readonly SentEvent[],
): boolean | undefined {
  const last = latest.findLast(
    ({ type, reach }) => (type === "banned" || type === "unbanned") && hears(listener, reach),
  );
  return last === undefined ? undefined : last.type === "banned";
}

/**
 * What of these events, oldest first, the stream would have heard had it been open.
 *
 * Whether its device was banned at some moment follows from whether it is now and from the bans and
 * pardons since, so they are gone through backwards.
 */
export function heardBy(connection: Connection, sent: readonly SentEvent[]): SentEvent[] {
  let banned = connection.banned;
  const heard: SentEvent[] = [];
  for (const event of sent.toReversed()) {
    if (!hears(connection.listener, event.reach)) continue;
    if (mayTell(banned, event.type)) heard.push(event);
    if (event.type === "banned") banned = false;
    if (event.type === "unbanned") banned = true;
  }
  return heard.toReversed();
}
