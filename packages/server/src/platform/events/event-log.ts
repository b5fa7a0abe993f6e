import type { PushedEvent } from "@wordloom/contract";
import { createRing, toMessage, type Reach, type SentEvent } from "./ring.ts";

/** Brings events into one order and hands each of them to the streams of this process. */
export interface EventLog {
  /** Never throws and never waits; the event may come out a little later. */
  publish(event: PushedEvent, reach: Reach): void;
  /** See `Ring.since`. */
  since(lastEventId: string): readonly SentEvent[] | "gap";
  /** The latest events, oldest first. */
  latest(): readonly SentEvent[];
}

/** Where events come out. */
export interface EventOutlet {
  /** @param ours  whether this process published it */
  deliver(event: SentEvent, ours: boolean): void;
  /** Events were lost that streams of this process might have been meant to hear. */
  lost(): void;
}

/** The history of one process on its own; every start has its own. */
export function createLocalLog(bootId: string, outlet: EventOutlet): EventLog {
  const ring = createRing(bootId);
  return {
    publish: (event, reach) => outlet.deliver(ring.add(toMessage(event, reach)), true),
    since: ring.since,
    latest: ring.latest,
  };
}
