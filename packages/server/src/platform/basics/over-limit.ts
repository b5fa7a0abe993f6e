import type { ErrorCode } from "@wordloom/contract";
import { AppError, type NamedFault, type RefusalExtras } from "./app-error.ts";

/** What limits count. */
type LimitUnit = "characters" | "entries" | "lines" | "words" | "kilobytes" | "megabytes";

/** An excess over a limit. */
export interface OverLimit {
  readonly unit: LimitUnit;
  /** The largest allowed number. */
  readonly limit: number;
  /** The number received; undefined if the rest was not read. */
  readonly count?: number | undefined;
}

const SHOWN: Readonly<Record<LimitUnit, string>> = {
  characters: "characters",
  entries: "entries",
  lines: "lines",
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
  return {
    unit,
    limit: rounded(limit, Math.floor),
    count:
      count === undefined
        ? undefined
        : Math.max(rounded(limit, Math.floor) + 0.1, rounded(count, Math.ceil)),
  };
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
  const { unit, limit, count } = over;
  return { rule: overText(over), limit, ...(count !== undefined && { count }), unit };
}

/** A refusal that names the limit and the number received. */
export function overLimit(code: ErrorCode, over: OverLimit, extras: RefusalExtras = {}): AppError {
  return new AppError(code, overText(over), { ...extras, faults: [overFault(over)] });
}

/** @throws AppError that names the limit and the number received */
export function refuseOver(code: ErrorCode, over: OverLimit): never {
  throw overLimit(code, over);
}
