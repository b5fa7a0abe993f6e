import type { Deps } from "../../../deps.ts";
import { isStorageUnavailable } from "../../../platform/database/storage-errors.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import { rangeOf, type EventRange, type RangeQuery } from "./event-range.ts";
import { tallyLatest } from "./event-tally.service.ts";

export {
  before,
  daysIn,
  endingAt,
  mondayOf,
  rangeOf,
  toWireRange,
  type EventRange,
  type RangeQuery,
} from "./event-range.ts";

export type Reader = Pick<Deps, "clock" | "database" | "settings">;

/**
 * Adds the latest events to the totals and returns the requested range.
 *
 * @throws AppError INVALID_RANGE
 */
export async function openRange(needs: Reader, query: RangeQuery): Promise<EventRange> {
  const today = localDay(needs.clock.nowMs(), needs.settings.APP_TIMEZONE);
  const range = rangeOf(query, today);
  await tallyLatest(needs).catch((cause: unknown) => {
    // The totals can still be read, some seconds old.
    if (!isStorageUnavailable(cause)) throw cause;
  });
  return range;
}
