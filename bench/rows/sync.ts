import type { Row } from "../lib/row.ts";
import { measureIntake } from "./accept.ts";

/**
 * `POST /api/records` in synchronous mode, where the reply contains the engine's result, against
 * the same bare route as in `accept`.
 */
export const sync: Row = () =>
  measureIntake({ RECORDS_OUTBOX_ASYNC: "false" }, { ratio: 0.2, p99Ms: 50 });
