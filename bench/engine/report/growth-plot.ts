import { type Line, linePlot } from "./line-plot.ts";

const MARKS = 4;

/** A growing quantity over the days, one line per policy. */
export function growthPlot(days: readonly number[], lines: readonly Line[], what: string): string {
  const lastDay = days.at(-1) ?? 1;
  const most = Math.max(...lines.flatMap(({ values }) => values), 1);
  const xMarks = Array.from({ length: MARKS + 1 }, (_, i) => {
    const at = (lastDay * i) / MARKS;
    return { at, text: at.toFixed(0) };
  });
  const y = { from: 0, to: most, digits: 0 };
  return linePlot(lines, { xs: days, xMarks, y, title: `${what}, by day` });
}
