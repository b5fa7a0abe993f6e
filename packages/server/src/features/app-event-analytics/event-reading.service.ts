import type { Deps } from "../../deps.ts";
import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import { localDay } from "../../platform/local-day.ts";
import { rangeOf, type EventRange, type RangeQuery } from "./event-range.ts";
import { tallyLatest } from "./event-tally.service.ts";

export type Reader = Pick<Deps, "clock" | "database" | "settings">;

/**
 * The range a reader asks for, after what came in until now has been added to the sums.
 *
 * @throws AppError INVALID_RANGE
 */
export async function openRange(needs: Reader, query: RangeQuery): Promise<EventRange> {
  const today = localDay(needs.clock.nowMs(), needs.settings.APP_TIMEZONE);
  const range = rangeOf(query, today);
  await tallyLatest(needs).catch((cause: unknown) => {
    // What cannot be written can still be read: the sums are some seconds old then.
    if (!isStorageUnavailable(cause)) throw cause;
  });
  return range;
}
