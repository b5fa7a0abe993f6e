import type { PushedEvent } from "@wordloom/contract";

/** Sends events to connected clients. Call it after the commit, never before. */
export interface Events {
  /** To all streams of one learner. */
  toUser(userId: string, event: PushedEvent): void;
  /** To the learner's streams that named this device. */
  toDevice(userId: string, deviceId: string, event: PushedEvent): void;
  /** To the streams of all administrators. */
  toAdmins(event: PushedEvent): void;
  /** To all streams, of learners and administrators. */
  toAll(event: PushedEvent): void;
}
