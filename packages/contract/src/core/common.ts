import { z } from "zod";
import { hasAtMost } from "./limits.ts";

/** UTC with milliseconds and `Z`. */
export const Timestamp = z.string().meta({ description: "ISO 8601, UTC", format: "date-time" });

/** A day of the learner's calendar. */
export const Day = z.string().meta({ description: "yyyy-MM-dd", format: "date" });

/** For fields that need no more specific description. */
/** For reports that may take long to compute. */
export const ComputedAt = Timestamp.describe(
  "Time the report was computed; up to one minute old if it takes less than two seconds to " +
    "compute.",
);
export const CreatedAt = Timestamp.describe("When it was created.");
export const UpdatedAt = Timestamp.describe("When it was last changed.");

/** Ids of the things that most operations concern. */
export const AdminId = z.string().describe("Id of the administrator's account, a UUID.");
export const DeviceId = z
  .string()
  .describe("Id that the device generated for itself; sent as `x-device-id`.");
export const LearnerId = z.string().describe("Id of the learner's account, a UUID.");
export const WordId = z.string().describe("Id of the word, 1 to 64 characters.");
export const WordbookId = z.string().describe("Id of the wordbook, a UUID.");

/** Larger than any list, and small enough that page × perPage is an exact integer. */
const PAGE_MAX = 1_000_000_000;

/** The data of a reply that has nothing else to report. */
export const done = z.literal(true).describe("Always true: the request was carried out.");

export const Deleted = z.object({ deleted: done });
export const LoggedOut = z.object({ loggedOut: done });
export const PasswordChanged = z.object({ passwordChanged: done });

/** How many notifications were marked as read. */
export const MarkedRead = z.object({
  markedRead: z
    .number()
    .int()
    .describe("Number of notifications that were unread before, 0 or more."),
});

/** Where to fetch a file from. */
export const ImportSource = z.object({
  url: z.string().describe("Public http(s) URL of the file; redirects are not followed."),
});

/**
 * Query of a paged list. Out-of-range numbers are clamped; a value that is not a number is refused.
 */
export const PageQuery = z.object({
  page: clampedInteger(1, PAGE_MAX, 1).describe(
    "Page number, from 1; default 1. A page past the end is empty.",
  ),
  perPage: queryNumber()
    .optional()
    .describe("Entries per page, 1 to 100 unless the operator set another limit; default 20."),
});

/**
 * Sort order of a list: one of these fields, prefixed with `-` for descending order. Entries
 * without a value come last in descending order and first in ascending order.
 */
export function sortBy<const F extends string>(fields: readonly F[], standard: F | `-${F}`) {
  const orders = fields.flatMap((field): (F | `-${F}`)[] => [field, `-${field}`]);
  const names = fields.map((field) => `\`${field}\``).join(", ");
  return z
    .enum(orders as [F | `-${F}`, ...(F | `-${F}`)[]])
    .default(standard as never)
    .describe(
      `Sort field: ${names}; prefix with \`-\` for descending order. Default: \`${standard}\`.`,
    );
}

/** A day of a learner's calendar, yyyy-MM-dd. */
export const CalendarDay = z.iso.date().refine((day) => day >= "1900" && day < "9999");

/** Number of list entries to skip. */
export const Offset = queryInteger(0, PAGE_MAX).describe("Entries to skip, 0 or more; default 0.");

/** Number of entries in a list without pages. */
export function limitOf(max: number, fallback: number) {
  const text = `Maximum number of entries, 1 to ${max}; default ${fallback}.`;
  return clampedInteger(1, max, fallback).describe(text);
}

/** Number of days a report looks back. */
export function daysBack(max: number, fallback: number) {
  const text = `Days to look back from now, 1 to ${max}; default ${fallback}.`;
  return clampedInteger(1, max, fallback).describe(text);
}

/** A number in a query. An empty text is refused, although `Number("")` is 0. */
export function queryNumber() {
  return z.preprocess(emptyToNaN, z.coerce.number());
}

function emptyToNaN(value: unknown): unknown {
  return typeof value === "string" && value.trim() === "" ? Number.NaN : value;
}

/** A whole number in a query, clamped to its range. */
export function queryInteger(min: number, max: number) {
  return queryNumber().transform((value) => Math.min(max, Math.max(min, Math.trunc(value))));
}

/** The same, with `fallback` if absent. */
export function clampedInteger(min: number, max: number, fallback: number) {
  return queryInteger(min, max).default(fallback);
}

/**
 * A measurement or count sent by a client. Negative values are refused; large ones are capped at
 * `max`.
 */
export function measurement(max: number) {
  return z
    .number()
    .nonnegative()
    .transform((value) => Math.min(value, max));
}

/** Behavior data is capped, not refused: no answer is lost because a device slept for days. */
export const DeviceCount = measurement(1_000_000).nullish();
export const DeviceMs = measurement(86_400_000).nullish();

const pages = new WeakMap<z.core.$ZodType, z.ZodType>();
const entries = new WeakMap<z.core.$ZodType, z.ZodType>();

/** Envelope of a paged list; the same entry schema always gives the same page schema. */
export function paged<S extends z.ZodType>(entry: S) {
  const page = (pages.get(entry) as ReturnType<typeof newPage<S>> | undefined) ?? newPage(entry);
  pages.set(entry, page);
  entries.set(page, entry);
  return page;
}

function newPage<S extends z.ZodType>(entry: S) {
  return z
    .object({
      data: z.array(entry).describe("The entries of this page."),
      total: z.number().int().describe("Number of entries on all pages, 0 or more."),
      page: z.number().int().describe("Number of this page, from 1."),
      perPage: z.number().int().describe("Maximum number of entries per page."),
      totalPages: z
        .number()
        .int()
        .describe("Total pages: total / perPage, rounded up; 0 if there are no entries."),
    })
    .describe("One page of a list.");
}

/** The schema of a page's entries; undefined for other schemas. */
export function entryOfPage(page: z.core.$ZodType): z.ZodType | undefined {
  return entries.get(page);
}

export interface Page<T> {
  data: T[];
  total: number;
  page: number;
  perPage: number;
  totalPages: number;
}

/**
 * Text of `min` to `max` characters after trimming. Characters are code points, as in JSON Schema:
 * a simple emoji counts as one.
 */
export function trimmed(min: number, max: number) {
  return z
    .string()
    .trim()
    .refine((text) => isWithin(text, min, max), `has ${min} to ${max} characters`)
    .meta({ minLength: min, maxLength: max });
}

function isWithin(text: string, min: number, max: number): boolean {
  return hasAtMost(text, max) && [...text].length >= min;
}
