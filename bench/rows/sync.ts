import type { Row } from "../lib/row.ts";
import { measureIntake, type Reference } from "./accept.ts";
import { rawRate } from "./apply.ts";

/**
 * `POST /api/records` in synchronous mode, where the reply contains the engine's result, against
 * the raw loop of `apply`: the engine and prepared statements, without HTTP.
 */
export const sync: Row = () =>
  measureIntake({ RECORDS_OUTBOX_ASYNC: "false" }, { ratio: 0.9, p99Ms: 100 }, rawLoop);

async function rawLoop(): Promise<Reference> {
  return { name: "raw loop", perSecond: (round) => rawRate(round), stop: async () => {} };
}
