import type { Client } from "@wordloom/contract";
import type { RunningServer } from "./server.ts";

/** Notes what is not as it should be. */
export type Check = (holds: boolean, otherwise: string) => void;

/** The operator at work, and what the day is judged by. */
export interface Operator {
  readonly server: RunningServer;
  /** `DATA_DIR`. */
  readonly directory: string;
  readonly client: Client;
  readonly check: Check;
}
