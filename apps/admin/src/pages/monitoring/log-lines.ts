import type { LogLine } from "@wordloom/contract";

/** Lines kept on the screen, newest first; the service keeps the same number. */
const LINES_MAX = 5_000;

/**
 * The time for the next request: everything later than this, Unix milliseconds. It includes the
 * newest line's millisecond, which may have received more lines since.
 */
export function sinceOf(lines: readonly LogLine[]): number | undefined {
  const newest = lines[0]?.tsMs;
  return newest === undefined ? undefined : newest - 1;
}

/**
 * The log including the new lines.
 * @param came  all lines later than `sinceMs`, newest first
 */
export function followed(
  kept: readonly LogLine[],
  came: readonly LogLine[],
  sinceMs: number,
): LogLine[] {
  return [...came, ...kept.filter(({ tsMs }) => tsMs <= sinceMs)].slice(0, LINES_MAX);
}
