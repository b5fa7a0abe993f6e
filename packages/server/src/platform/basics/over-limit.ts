import type { CappedUnit, CountedUnit, ErrorCode } from "@wordloom/contract";
import { AppError, type NamedFault, type RefusalExtras } from "./app-error.ts";

/** An excess over a limit. */
export type OverLimit = Counted | Capped;

/** The number received is known. */
interface Counted {
  readonly unit: Exclude<CountedUnit, "new_words">;
  /** The largest allowed number. */
  readonly limit: number;
  readonly count: number;
}

/** The rest was not read. */
interface Capped {
  readonly unit: CappedUnit;
  readonly limit: number;
  readonly count?: undefined;
  /** What counts toward the limit already. */
  readonly used?: number;
}

const SHOWN: Readonly<Record<OverLimit["unit"], string>> = {
  characters: "characters",
  entries: "entries",
  entry_megabytes: "MB in one entry",
  entry_values: "values in one entry",
  lines: "lines",
  lists: "wordbooks",
  words: "words",
  kilobytes: "KB",
  megabytes: "MB",
};

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/**
 * Bytes in a unit that people read; the received size is rounded up, so that it exceeds the limit.
 */
export function overBytes(limit: number, count?: number): OverLimit {
  const [unit, size] =
    limit >= MEGABYTE ? (["megabytes", MEGABYTE] as const) : (["kilobytes", KILOBYTE] as const);
  const rounded = (bytes: number, to: (value: number) => number) => to((bytes / size) * 10) / 10;
  const most = { unit, limit: rounded(limit, Math.floor) };
  if (count === undefined) return most;
  return { ...most, count: Math.max(most.limit + 0.1, rounded(count, Math.ceil)) };
}

/** "At most 2,000 lines; yours has 2,001." */
export function overText({ unit, limit, count }: OverLimit): string {
  const most = `At most ${limit.toLocaleString("en")} ${SHOWN[unit]}`;
  const came = unit.endsWith("bytes") ? ` ${SHOWN[unit]}` : "";
  return count === undefined
    ? `${most}.`
    : `${most}; yours has ${count.toLocaleString("en")}${came}.`;
}

/** An entry for `faults` of a refusal, which apps translate for the reader. */
export function overFault(over: OverLimit): NamedFault {
  return { rule: overText(over), ...over };
}

/** A refusal that names the limit and the number received. */
export function overLimit(code: ErrorCode, over: OverLimit, extras: RefusalExtras = {}): AppError {
  return new AppError(code, overText(over), { ...extras, faults: [overFault(over)] });
}

/** @throws AppError that names the limit and the number received */
export function refuseOver(code: ErrorCode, over: OverLimit): never {
  throw overLimit(code, over);
}
