import type { CurveLine } from "@wordloom/ui/charts";

/**
 * The line with its last stretch dashed: the hour or the day there is not over, and what it has
 * brought so far would look like a fall.
 */
export function withRunningEnd(line: CurveLine): readonly CurveLine[] {
  const { points, name: _, ...look } = line;
  if (points.length < 2) return [line];
  return [
    { ...line, points: points.slice(0, -1) },
    { ...look, points: points.slice(-2), future: true },
  ];
}
