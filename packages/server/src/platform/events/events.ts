import type { PushedEvent } from "@wordloom/contract";

/** Where services tell things to connected clients. Call it after the commit, never before. */
export interface Events {
  /** Every stream of one learner. */
  toUser(userId: string, event: PushedEvent): void;
  /** Streams of one learner that named this device. */
  toDevice(userId: string, deviceId: string, event: PushedEvent): void;
  /** Every administrator's stream. */
  toAdmins(event: PushedEvent): void;
  /** Every stream, learners and administrators. */
  toAll(event: PushedEvent): void;
}
