import { IntlMessageFormat, type Formatters } from "intl-messageformat";
import type { Language } from "@wordloom/contract";
import { saysItself, type Message, type Texts } from "./messages.ts";

export type TextValues = Readonly<Record<string, string | number | Date>>;

/** Texts, numbers, dates and lists in one language; `Key` are the keys of an app. */
export interface Translator<Key extends string = string> {
  readonly language: Language;
  /**
   * The language with its region: decides how numbers and dates are written, and when a week
   * begins.
   */
  readonly locale: string;
  /** The text of a key. Placeholders, plurals and choices use ICU syntax. */
  t(key: Key, values?: TextValues): string;
  /** Whether the key exists; for keys made from codes, e.g. `errors.NOT_FOUND`. */
  has(key: string): key is Key;
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** A share from 0 to 1 as a percentage without decimals. */
  percent(share: number): string;
  date(at: Date | string | number, options?: Intl.DateTimeFormatOptions): string;
  /** "in 6 days", "3 hours ago": the largest unit that is at least one. */
  relative(at: Date | string | number, nowMs: number): string;
  /** "today", on its own. */
  today(): string;
  /** "6 days", "20 minutes". */
  duration(seconds: number): string;
  list(items: readonly string[]): string;
  /** The separator between two sentences: a space, or nothing if the language uses none. */
  readonly gap: "" | " ";
  /** Joins whole sentences. */
  sentences(parts: readonly string[]): string;
}

const WITHOUT_SPACES: ReadonlySet<Language> = new Set(["zh", "ja"]);

/** Languages whose long forms are too long: 5秒钟 where everyone writes 5秒. */
const SHORT_UNITS: ReadonlySet<Language> = new Set(["zh"]);

const UNITS = [
  ["year", 31_556_952],
  ["month", 2_629_746],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** @param locale  how numbers and dates are written: the language, optionally with a region */
export function createTranslator(
  language: Language,
  texts: Texts,
  locale: string = language,
): Translator {
  const format = createFormats(locale);
  const formatters = formattersOf(format, locale);
  const made = new Map<string, IntlMessageFormat>();
  const formatOf = (key: string, message: Message) => {
    const kept = made.get(key) ?? new IntlMessageFormat(message, locale, undefined, { formatters });
    made.set(key, kept);
    return kept;
  };
  const width = SHORT_UNITS.has(language) ? "short" : "long";
  const gap = WITHOUT_SPACES.has(language) ? "" : " ";
  // Browsers put a space between a number and a unit in Japanese, where nobody writes one.
  const joined = (text: string) => (gap === "" ? text.replace(/(\d) (?=\p{L})/gu, "$1") : text);
  return {
    language,
    locale,
    gap,
    t(key, values) {
      const message = texts[key] ?? key;
      if (typeof message === "string" && saysItself(message)) return message;
      return String(formatOf(key, message).format(values && isolated(values)));
    },
    has: (key): key is string => key in texts,
    number: (value, options) => joined(format(Intl.NumberFormat, options).format(value)),
    percent: (share) =>
      format(Intl.NumberFormat, { style: "percent" }).format(Number(share.toFixed(2))),
    // Not cached: a device may move to another time zone.
    date: (at, options = { dateStyle: "medium" }) =>
      new Intl.DateTimeFormat(locale, options).format(new Date(at)),
    relative(at, nowMs) {
      const seconds = (new Date(at).getTime() - nowMs) / 1_000;
      const [unit, size] = unitOf(Math.abs(seconds));
      const relative = format(Intl.RelativeTimeFormat, { numeric: "auto", style: width });
      return joined(relative.format(Math.round(seconds / size), unit));
    },
    today: () =>
      format(Intl.RelativeTimeFormat, { numeric: "auto", style: width }).format(0, "day"),
    duration(seconds) {
      const [unit, size] = unitOf(seconds);
      const options = { style: "unit", unit, unitDisplay: width } as const;
      return joined(format(Intl.NumberFormat, options).format(Math.round(seconds / size)));
    },
    sentences: (parts) => parts.join(gap),
    list: (items) => format(Intl.ListFormat, { type: "conjunction" }).format(items),
  };
}

/** Letters of Hebrew, Arabic and their neighbors. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Isolates right-to-left values (Unicode isolates), so that they do not reorder the sentence. */
function isolated(values: TextValues): TextValues {
  const isTurning = (value: unknown) => typeof value === "string" && RIGHT_TO_LEFT.test(value);
  if (!Object.values(values).some(isTurning)) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isTurning(value) ? `\u2068${String(value)}\u2069` : value,
    ]),
  );
}

type FormatOf = <T, O>(Format: new (locale: string, options?: O) => T, options?: O) => T;

/** Shared by all messages, which would otherwise each create their own. */
function formattersOf(format: FormatOf, locale: string): Formatters {
  return {
    getNumberFormat: (_, options) => format(Intl.NumberFormat, options),
    getPluralRules: (_, options) => format(Intl.PluralRules, options),
    getDateTimeFormat: (_, options) => new Intl.DateTimeFormat(locale, options),
  };
}

/** Formatters are slow to create: there is one per kind and options. */
function createFormats(locale: string): FormatOf {
  const kept = new Map<string, unknown>();
  return <T, O>(Format: new (locale: string, options?: O) => T, options?: O): T => {
    const name = `${Format.name} ${JSON.stringify(options)}`;
    const format = kept.get(name) ?? new Format(locale, options);
    kept.set(name, format);
    return format as T;
  };
}

function unitOf(seconds: number) {
  const fitting = UNITS.find(
    ([, size]) => Math.round(seconds / size) >= 1 && seconds >= size * 0.95,
  );
  return fitting ?? (["second", 1] as const);
}
