import { z } from "zod";

/** UTC with milliseconds and `Z`. */
export const Timestamp = z.string().meta({ description: "ISO 8601, UTC", format: "date-time" });

/** Far past any list, and small enough that page times perPage stays exact. */
const PAGE_MAX = 1_000_000_000;

export const Deleted = z.object({ deleted: z.literal(true) });

/**
 * Query of a paged list. Out-of-range numbers are brought into range, never refused; a value that
 * is not a number at all is.
 */
export const PageQuery = z.object({
  page: clampedInteger(1, PAGE_MAX, 1),
  perPage: z.coerce.number().optional(),
});

/** A whole number in a query: clamped to its range, `fallback` when absent. */
export function clampedInteger(min: number, max: number, fallback: number) {
  return z.coerce
    .number()
    .transform((value) => Math.min(max, Math.max(min, Math.trunc(value))))
    .default(fallback);
}

/** The list envelope: entries and where they stand in the whole. */
export function paged<S extends z.ZodType>(entry: S) {
  return z.object({
    data: z.array(entry),
    total: z.number().int(),
    page: z.number().int(),
    perPage: z.number().int(),
    totalPages: z.number().int(),
  });
}

export interface Page<T> {
  data: T[];
  total: number;
  page: number;
  perPage: number;
  totalPages: number;
}

/** Text that may hold at most `max` characters after trimming. */
export function trimmed(min: number, max: number) {
  return z.string().trim().min(min).max(max);
}
