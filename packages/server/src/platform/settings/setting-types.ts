import { Email, Networks, Password, semverTagForm } from "@wordloom/contract";
import { canonicalLanguage } from "@wordloom/language";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { isTimeZone } from "../time/local-day.ts";

/** Types of settings. Each parses the text of an environment variable. */

export const text = z.string();

/** A whole number within `min` and `max`. */
export function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
}

/** A decimal number within `min` and `max`. */
export function decimal(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,12}(\.\d{1,12})?$/, "must be a number such as 1 or 0.5")
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
}

/** The allowed range of a number, inclusive; undefined if the setting is not a number. */
export function rangeOf(
  type: z.ZodType,
): { readonly min: number; readonly max: number } | undefined {
  const number = type instanceof z.ZodPipe ? type.out : undefined;
  if (!(number instanceof z.ZodNumber)) return undefined;
  const { minValue: min, maxValue: max } = number;
  return min === null || max === null ? undefined : { min, max };
}

export const count = integer(1, 1_000_000_000);
export const seconds = integer(1, 86_400);
/** A duration; fractions of an hour are allowed. */
export const hours = decimal(0.0001, 87_600);

export const flag = text
  .toLowerCase()
  .pipe(z.enum(["true", "false", "1", "0"], "must be true or false"))
  .transform((value) => value === "true" || value === "1");

export function oneOf<const T extends readonly string[]>(values: T) {
  return z.enum(values, `must be one of ${values.join(", ")}`);
}

/** At least 32 bytes, the length of the HMAC it keys. */
export const signingSecret = text.refine(
  (value) => Buffer.byteLength(value) >= 32,
  "must have at least 32 bytes",
);

/** `/` or `/words`: starts with a slash, ends without one. */
export const basePath = text
  .regex(/^[A-Za-z0-9._~/-]*$/, "may contain only letters, digits and . _ ~ - /")
  .refine((value) => !value.split("/").includes(".."), "must not contain ..")
  .transform((value) => `/${value.split("/").filter(Boolean).join("/")}`);

export const timeZone = text.refine(isTimeZone, "must be an IANA time zone such as Europe/Rome");

/** A comma-separated list of origins, or `*` alone. */
export const origins = text.transform(commaList).refine(isOriginList, {
  message: "must be * or a comma-separated list of origins such as https://words.example.org",
});

/** A comma-separated list of hosts, with or without `https://`; read as `https://host`. */
export const httpsHosts = text
  .transform((value) =>
    commaList(value).map((host) => `https://${host.replace(/^https:\/\//i, "")}`),
  )
  .refine((list) => list.every(isHttpsHost), {
    message: "must be a comma-separated list of https hosts such as images.example.org",
  })
  .transform((list) => list.map((host) => host.toLowerCase()));

/** `false`, `true` (trust the direct peer), or addresses of trusted proxies. */
export const proxyTrust = text.transform(readProxyTrust).refine((value) => value !== undefined, {
  message: "must be true, false or a comma-separated list of addresses such as 10.0.0.0/8",
}) as unknown as z.ZodType<boolean | readonly string[], string>;

/** Addresses and networks, or empty; `networksIn` reads the list. */
export const networks = text.refine(fits(Networks), {
  message: "must be a comma-separated list of networks such as 192.0.2.0/24 or 2001:db8::/32",
});

/** @param list  valid, or empty */
export function networksIn(list: string): readonly string[] {
  return list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export const databaseUrl = text.regex(
  /^(sqlite:.+|postgres(ql)?:\/\/.+)$/,
  "must be sqlite:<file> or postgres://user:password@host/database",
);

const VOICE_MAX_LENGTH = 200;

/** A JSON object, language → voice; `voicesIn` reads it. */
export const voices = text.refine((value) => voicesIn(value) !== undefined, {
  message: 'must be a JSON object from languages to voices such as {"en":"alloy","*":"nova"}',
});

/** Voices by canonical language tag; `*` stands for all others. @returns undefined if invalid */
export function voicesIn(value: string): ReadonlyMap<string, string> | undefined {
  const voicesByTag = z.record(z.string(), z.string().min(1).max(VOICE_MAX_LENGTH));
  const parsed = voicesByTag.safeParse(jsonIn(value));
  if (!parsed.success) return undefined;
  const entries = Object.entries(parsed.data).map(
    ([tag, voice]) => [tag === "*" ? tag : canonicalLanguage(tag), voice] as const,
  );
  const isTag = (
    entry: readonly [string | undefined, string],
  ): entry is readonly [string, string] => entry[0] !== undefined;
  return entries.every(isTag) ? new Map(entries) : undefined;
}

function jsonIn(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** A comma-separated list of language tags, or empty; read as canonical tags. */
export const languageTags = text
  .refine((value) => commaList(value).every((tag) => canonicalLanguage(tag) !== undefined), {
    message: "must be a comma-separated list of languages such as en, pt-BR",
  })
  .transform((value) => commaList(value).map((tag) => canonicalLanguage(tag) ?? tag));

export const redisUrl = text.regex(/^rediss?:\/\/.+$/, "must be redis:// or rediss://");
export const mailUrl = text.regex(/^smtps?:\/\/.+$/, "must be smtp:// or smtps://");

export const webUrl = text
  .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""), "must be http(s)://…")
  .transform((value) => value.replace(/\/+$/, ""));

/** The same with a query, or empty. */
export const webUrlOrNone = text.refine(
  (value) => value === "" || /^https?:$/.test(URL.parse(value)?.protocol ?? ""),
  "must be http(s)://… or empty",
);

/** A prefix placed before a full URL, without changes. */
export const mirrorPrefix = text
  .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""), "must be http(s)://…")
  .transform((value) => (value.endsWith("/") ? value : `${value}/`));

export const email = text.pipe(z.string().refine(fits(Email), "must be an e-mail address"));
export const password = text.refine(
  fits(Password),
  "must have 8 to 256 characters with an upper-case and a lower-case letter and a digit",
);

export const appVersion = text.regex(semverTagForm, "must be a version such as 1.6.0");

function fits(schema: z.ZodType): (value: string) => boolean {
  return (value) => schema.safeParse(value).success;
}

export function commaList(value: string): readonly string[] {
  return value
    .split(",")
    .map((part) => part.trim().replace(/\/$/, ""))
    .filter((part) => part !== "");
}

function isOriginList(list: readonly string[]): boolean {
  if (list.includes("*")) return list.length === 1;
  return list.every((origin) => URL.parse(origin)?.origin === origin.toLowerCase());
}

/** Accepts no path, wildcard or anything else with a wider meaning in a page's policy. */
function isHttpsHost(address: string): boolean {
  return /^https:\/\/[a-z0-9.-]+(:\d+)?$/i.test(address) && URL.canParse(address);
}

function readProxyTrust(value: string): boolean | readonly string[] | undefined {
  if (value === "true" || value === "false") return value === "true";
  const list = commaList(value);
  const usable = (part: string) => ipaddr.isValidCIDR(part) || ipaddr.isValid(part);
  return list.every(usable) ? list : undefined;
}
