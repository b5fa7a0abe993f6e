import { z } from "zod";

/** UTC with milliseconds and `Z`. */
export const Timestamp = z.string().meta({ description: "ISO 8601, UTC", format: "date-time" });

/** A day of the learner's calendar. */
export const Day = z.string().meta({ description: "yyyy-MM-dd", format: "date" });

/** When something was made, of fields that need no further word. */
/** Of reports that may take long. */
export const ComputedAt = Timestamp.describe(
  "As of when this is: at most a minute ago where it is computed in less than two seconds.",
);
export const CreatedAt = Timestamp.describe("When it was made.");
export const UpdatedAt = Timestamp.describe("When it was last changed.");

/** Ids of what most operations are about. */
export const AdminId = z.string().describe("Id of the administrator's account, a UUID.");
export const DeviceId = z.string().describe("Id that the device made for itself; `x-device-id`.");
export const LearnerId = z.string().describe("Id of the learner's account, a UUID.");
export const WordId = z.string().describe("Id of the word, 1 to 64 characters.");
export const WordbookId = z.string().describe("Id of the wordbook, a UUID.");

/** Larger than any list, and small enough that page × perPage is an exact integer. */
const PAGE_MAX = 1_000_000_000;

/** What a reply says that has nothing else to say. */
export const done = z.literal(true).describe("Always true: it is done.");

export const Deleted = z.object({ deleted: done });
export const LoggedOut = z.object({ loggedOut: done });
export const PasswordChanged = z.object({ passwordChanged: done });

/** How many notifications became read. */
export const MarkedRead = z.object({
  markedRead: z.number().int().describe("How many were unread before, 0 or more."),
});

/** Where a file is fetched from. */
export const ImportSource = z.object({
  url: z.string().describe("Public http(s) address of the file; redirects are not followed."),
});

/**
 * Query of a paged list. Out-of-range numbers are clamped; a value that is not a number is refused.
 */
export const PageQuery = z.object({
  page: clampedInteger(1, PAGE_MAX, 1).describe(
    "Which page, from 1; default 1. A page past the end is empty.",
  ),
  perPage: queryNumber()
    .optional()
    .describe("Entries of a page, 1 to 100 unless the operator chose another limit; default 20."),
});

/**
 * Order of a list: one of these fields, with `-` before it from high to low. What has no value
 * comes last from high to low, and first the other way.
 */
export function sortBy<const F extends string>(fields: readonly F[], standard: F | `-${F}`) {
  const orders = fields.flatMap((field): (F | `-${F}`)[] => [field, `-${field}`]);
  const names = fields.map((field) => `\`${field}\``).join(", ");
  return z
    .enum(orders as [F | `-${F}`, ...(F | `-${F}`)[]])
    .default(standard as never)
    .describe(`Order: ${names}, from high to low with \`-\` before it; default \`${standard}\`.`);
}

/** Number of list entries to skip. */
export const Offset = queryInteger(0, PAGE_MAX).describe("Entries to skip, 0 or more; default 0.");

/** How many entries a list has that has no pages. */
export function limitOf(max: number, fallback: number) {
  const text = `At most so many entries, 1 to ${max}; default ${fallback}.`;
  return clampedInteger(1, max, fallback).describe(text);
}

/** How many days a report looks back. */
export function daysBack(max: number, fallback: number) {
  const text = `How many days back, up to now, 1 to ${max}; default ${fallback}.`;
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

/** A measurement or count of a client: negative values are refused, large ones capped at `max`. */
export function measurement(max: number) {
  return z
    .number()
    .nonnegative()
    .transform((value) => Math.min(value, max));
}

/** Behaviour data is capped, not refused: no answer is lost because a device slept for days. */
export const DeviceCount = measurement(1_000_000).nullish();
export const DeviceMs = measurement(86_400_000).nullish();

const pages = new WeakMap<z.core.$ZodType, z.ZodType>();
const entries = new WeakMap<z.core.$ZodType, z.ZodType>();

/** Envelope of a paged list; the same schema for the same entries. */
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
      total: z.number().int().describe("Entries on all pages, 0 or more."),
      page: z.number().int().describe("Which page this is, from 1."),
      perPage: z.number().int().describe("Entries of a full page."),
      totalPages: z.number().int().describe("total / perPage, rounded up; 0 without entries."),
    })
    .describe("One page of a list.");
}

/** What a page lists; undefined of other schemas. */
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

/** Whether a text has at most this many characters, which are code points. */
export function hasAtMost(text: string, max: number): boolean {
  // A code point has one or two UTF-16 units, so most texts need not be split.
  return text.length <= max || (text.length <= 2 * max && [...text].length <= max);
}
