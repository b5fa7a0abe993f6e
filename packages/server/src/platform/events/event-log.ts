import type { PushedEvent } from "@wordloom/contract";
import { createRing, toMessage, type Audience, type SentEvent } from "./ring.ts";

/** Orders events and delivers them to the streams of this process. */
export interface EventLog {
  /** Never throws and never waits; the event may be delivered a little later. */
  publish(event: PushedEvent, audience: Audience): void;
  /** See `Ring.since`. */
  since(lastEventId: string): readonly SentEvent[] | "gap";
  /** The latest events, oldest first. */
  latest(): readonly SentEvent[];
}

/** Receives the events. */
export interface EventConsumer {
  /** @param isOwn  whether this process published the event */
  deliver(event: SentEvent, isOwn: boolean): void;
  /** Events that streams of this process might need were lost. */
  lost(): void;
}

/** The history of a single process, new at every start. */
export function createLocalLog(bootId: string, consumer: EventConsumer): EventLog {
  const ring = createRing(bootId);
  return {
    publish: (event, audience) => consumer.deliver(ring.add(toMessage(event, audience)), true),
    since: ring.since,
    latest: ring.latest,
  };
}
