import type { AppEventCategory } from "@wordloom/contract";
import { createHash } from "node:crypto";

/** Values of the hash, evenly spread. */
const HASH_RANGE = 2 ** 32;

/**
 * Whether an event is among those that are kept. The event decides it by itself: sent again, or to
 * another process, it meets the same fate. Errors are always kept.
 *
 * @param rate  share that is kept, 0 to 1
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
