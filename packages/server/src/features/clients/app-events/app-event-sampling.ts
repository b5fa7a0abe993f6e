import type { AppEventCategory } from "@wordloom/contract";
import { createHash } from "node:crypto";

/** Number of values of the 32-bit hash. */
const HASH_RANGE = 2 ** 32;

/**
 * Whether an event is stored. The decision is a hash of the event, so it is the same when the event
 * is sent again or to another process. Errors are always stored.
 *
 * @param rate  share of events to store, 0 to 1
 */
export function isSampled(
  event: { readonly clientEventId: string; readonly category: AppEventCategory },
  deviceId: string,
  rate: number,
): boolean {
  if (rate >= 1 || event.category === "error") return true;
  const hash = createHash("sha256").update(`${deviceId}\n${event.clientEventId}`).digest();
  return hash.readUInt32BE() < rate * HASH_RANGE;
}
