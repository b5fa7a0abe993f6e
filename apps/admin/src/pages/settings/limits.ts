import type { Translator } from "../../text/use-text.ts";

/** At most `max` requests in `window_secs` seconds; null if the typed text is no number. */
export interface Limit {
  readonly max: number | null;
  readonly window_secs: number | null;
}

export type Limits = Readonly<Record<string, Limit>>;

/** The service's upper bounds. */
const MOST = { max: 100_000, window_secs: 3_600 } as const satisfies Record<keyof Limit, number>;
export const LIMIT_PARTS = Object.keys(MOST) as (keyof Limit)[];

/** The limits in a field of the form. */
export function limitsIn(text: string): Limits {
  return JSON.parse(text) as Limits;
}

/** The field with one number changed. */
export function withLimit(text: string, bucket: string, part: keyof Limit, typed: string): string {
  const limits = limitsIn(text);
  const value = typed.trim() === "" ? Number.NaN : Number(typed.trim());
  const limit = { ...limits[bucket], [part]: Number.isFinite(value) ? value : null };
  return JSON.stringify({ ...limits, [bucket]: limit }, null, 2);
}

/**
 * The limits that differ from the previous ones. The others are not sent: they may come from
 * variables and be outside the range that can be stored.
 */
export function changedLimits(limits: Limits, before: Limits): Limits {
  const isChanged = ([bucket, limit]: [string, Limit]) =>
    LIMIT_PARTS.some((part) => limit[part] !== before[bucket]?.[part]);
  return Object.fromEntries(Object.entries(limits).filter(isChanged));
}

/** Errors in limits before they are sent, as text. */
export function wrongLimits(limits: Limits, { t }: Pick<Translator, "t">): string | undefined {
  const numbers = Object.values(limits).flatMap((limit) =>
    LIMIT_PARTS.map((part) => [part, limit[part]] as const),
  );
  if (numbers.some(([, number]) => number === null)) return t("settings.no_number");
  const isWrong = numbers.some(
    ([part, number]) => !Number.isInteger(number) || number! < 1 || number! > MOST[part],
  );
  return isWrong ? t("settings.limits_range") : undefined;
}
