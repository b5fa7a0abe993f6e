import type { Client } from "@wordloom/contract";
import type { RunningServer } from "./server.ts";

/** Records a fault unless `holds`. */
export type Check = (holds: boolean, otherwise: string) => void;

/** The operator at work, and the day's checks. */
export interface Operator {
  readonly server: RunningServer;
  /** `DATA_DIR`. */
  readonly directory: string;
  readonly client: Client;
  readonly check: Check;
}
