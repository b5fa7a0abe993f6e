import type { PushedEvent } from "@wordloom/contract";
import type { EventHub } from "@wordloom/server/platform/events/hub";

/** A hub that records the events sent, for exact assertions. */
export interface RecordingHub extends EventHub {
  /**
   * `audience:type` in the order of sending: `u1:amas_state`, `u1/d1:banned`,
   * `admins:worker_missed`, `all:maintenance`.
   */
  recorded(): readonly string[];
  /** The events themselves, in the same order. */
  recordedEvents(): readonly PushedEvent[];
  forgetRecorded(): void;
}

/** Events are still sent to the streams of the wrapped hub. */
export function createRecordingHub(hub: EventHub): RecordingHub {
  const notes: { audience: string; event: PushedEvent }[] = [];
  const note = (audience: string, event: PushedEvent) => notes.push({ audience, event });

  return {
    ...hub,
    toUser(userId, event) {
      note(userId, event);
      hub.toUser(userId, event);
    },
    toDevice(userId, deviceId, event) {
      note(`${userId}/${deviceId}`, event);
      hub.toDevice(userId, deviceId, event);
    },
    toAdmins(event) {
      note("admins", event);
      hub.toAdmins(event);
    },
    toAll(event) {
      note("all", event);
      hub.toAll(event);
    },
    recorded: () => notes.map(({ audience, event }) => `${audience}:${event.type}`),
    recordedEvents: () => notes.map(({ event }) => event),
    forgetRecorded: () => {
      notes.length = 0;
    },
  };
}
