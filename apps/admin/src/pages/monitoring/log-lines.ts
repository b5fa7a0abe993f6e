import type { LogLine } from "@wordloom/contract";

/** Lines kept on the screen, newest first: as many as the service keeps. */
const LINES_MAX = 5_000;

/**
 * What to ask for next: everything later than this, unix milliseconds. The millisecond of the
 * newest line is asked for again, because more may have been written in it.
 */
export function sinceOf(lines: readonly LogLine[]): number | undefined {
  const newest = lines[0]?.tsMs;
  return newest === undefined ? undefined : newest - 1;
}

/**
 * The log with the lines that came.
 *
 * @param came  all lines later than `sinceMs`, newest first
 */
export function followed(
  kept: readonly LogLine[],
  came: readonly LogLine[],
  sinceMs: number,
): LogLine[] {
  return [...came, ...kept.filter(({ tsMs }) => tsMs <= sinceMs)].slice(0, LINES_MAX);
}
