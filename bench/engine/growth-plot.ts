const WIDTH = 640;
const HEIGHT = 360;
const MARGIN = { left: 56, right: 190, top: 16, bottom: 34 };
const COLOURS = ["#999999", "#444444", "#c77c11", "#1b6ca8", "#2a9d4a", "#b0305c", "#6a4c93"];
const TICKS = 4;

export interface Growth {
  readonly name: string;
  /** At the days of the axis. */
  readonly values: readonly number[];
}

/** One line per policy over the days; the legend stands at the right, in order of the ends. */
export function growthPlot(
  days: readonly number[],
  lines: readonly Growth[],
  what: string,
): string {
  const lastDay = days.at(-1) ?? 1;
  const most = Math.max(...lines.flatMap(({ values }) => values), 1);
  const x = (day: number) => MARGIN.left + (day / lastDay) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (value: number) =>
    HEIGHT - MARGIN.bottom - (value / most) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const drawn = lines.map(({ values }, i) => {
    const points = values.map((v, k) => `${x(days[k] as number).toFixed(1)},${y(v).toFixed(1)}`);
    const colour = COLOURS[i % COLOURS.length];
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"
 width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${axes(lastDay, most, x, y, what)}
${drawn.join("\n")}
${legend(lines)}
</svg>
`;
}

function axes(
  lastDay: number,
  most: number,
  x: (day: number) => number,
  y: (value: number) => number,
  what: string,
): string {
  const marks = Array.from({ length: TICKS + 1 }, (_, i) => {
    const value = (most * i) / TICKS;
    const day = (lastDay * i) / TICKS;
    const left = MARGIN.left - 6;
    const bottom = HEIGHT - MARGIN.bottom + 16;
    const height = y(value).toFixed(1);
    return `<path d="M${MARGIN.left} ${height}H${WIDTH - MARGIN.right}" stroke="#eee"/>
<text x="${left}" y="${height}" dy="4" text-anchor="end">${value.toFixed(0)}</text>
<text x="${x(day).toFixed(1)}" y="${bottom}" text-anchor="middle">${day.toFixed(0)}</text>`;
  });
  const title = `<text x="${MARGIN.left}" y="${HEIGHT - 4}">${what}, by day</text>`;
  return [...marks, title].join("\n");
}

function legend(lines: readonly Growth[]): string {
  const ranked = [...lines.entries()].sort(([, a], [, b]) => end(b) - end(a));
  return ranked
    .map(([i, { name }], place) => {
      const y = MARGIN.top + 14 + 18 * place;
      const x = WIDTH - MARGIN.right + 12;
      const colour = COLOURS[i % COLOURS.length];
      return `<text x="${x}" y="${y}" fill="${colour}">${name}</text>`;
    })
    .join("\n");
}

function end({ values }: Growth): number {
  return values.at(-1) ?? 0;
}
