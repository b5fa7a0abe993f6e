import type { CurveLine } from "@wordloom/ui/charts";

/**
 * Dashes the last stretch of a line: its hour or day is not over, and the count so far would look
 * like a drop.
 */
export function withRunningEnd(line: CurveLine): readonly CurveLine[] {
  const { points, name: _, ...look } = line;
  if (points.length < 2) return [line];
  return [
    { ...line, points: points.slice(0, -1) },
    { ...look, points: points.slice(-2), future: true },
  ];
}
