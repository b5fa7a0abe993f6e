import { z } from "zod";

/** UTC with milliseconds and `Z`. */
export const Timestamp = z.string().meta({ description: "ISO 8601, UTC", format: "date-time" });

/** A day of the learner's calendar. */
export const Day = z.string().meta({ description: "yyyy-MM-dd", format: "date" });

/** Beyond any list, and small enough that page × perPage is an exact integer. */
const PAGE_MAX = 1_000_000_000;

export const Deleted = z.object({ deleted: z.literal(true) });

/**
 * Query of a paged list. Out-of-range numbers are brought into range, never refused; a value that
 * is not a number at all is.
 */
export const PageQuery = z.object({
  page: clampedInteger(1, PAGE_MAX, 1),
  perPage: queryNumber().optional(),
});

/** How many entries of a list are passed over. */
export const Offset = queryInteger(0, PAGE_MAX);

/** A number in a query. An empty text is refused, although `Number("")` is 0. */
export function queryNumber() {
  return z.preprocess(emptyIsNoNumber, z.coerce.number());
}

function emptyIsNoNumber(value: unknown): unknown {
  return typeof value === "string" && value.trim() === "" ? Number.NaN : value;
}

/** A whole number in a query, clamped to its range. */
export function queryInteger(min: number, max: number) {
  return queryNumber().transform((value) => Math.min(max, Math.max(min, Math.trunc(value))));
}

/** The same, and `fallback` when it is absent. */
export function clampedInteger(min: number, max: number, fallback: number) {
  return queryInteger(min, max).default(fallback);
}

/** What a client measured or counted: nothing below 0, and at most read as `max`. */
export function measurement(max: number) {
  return z
    .number()
    .nonnegative()
    .transform((value) => Math.min(value, max));
}

/** Behaviour is only a hint: an answer is not lost because a machine slept through a weekend. */
export const DeviceCount = measurement(1_000_000).nullish();
export const DeviceMs = measurement(86_400_000).nullish();

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

/**
 * Text of `min` to `max` characters after trimming. Characters are code points, as a learner and
 * JSON Schema count them: an emoji is one.
 */
export function trimmed(min: number, max: number) {
  return z
    .string()
    .trim()
    .refine((text) => isWithin(text, min, max), `has ${min} to ${max} characters`)
    .meta({ minLength: min, maxLength: max });
}

/** Ids in a query, written `a,b,c`; blanks between the commas are nothing. */
export const IdList = z.string().transform((text) =>
  text
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== ""),
);

function isWithin(text: string, min: number, max: number): boolean {
  // A code point has at most two units; nothing that is hopelessly long is taken apart.
  if (text.length > 2 * max) return false;
  const count = [...text].length;
  return count >= min && count <= max;
}
