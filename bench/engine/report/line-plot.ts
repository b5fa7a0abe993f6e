const WIDTH = 640;
const HEIGHT = 360;
const MARGIN = { left: 56, right: 190, top: 16, bottom: 34 };
const COLORS = ["#999999", "#444444", "#c77c11", "#1b6ca8", "#2a9d4a", "#b0305c", "#6a4c93"];
const TICKS = 4;

export interface Line {
  readonly name: string;
  /** One value per place of the axis. */
  readonly values: readonly number[];
}

export interface LinePlot {
  /** The x values of all lines, ascending. */
  readonly xs: readonly number[];
  readonly xMarks: readonly { readonly at: number; readonly text: string }[];
  /** Range of the vertical axis. */
  readonly y: { readonly from: number; readonly to: number; readonly digits: number };
  /** Title below the axis. */
  readonly title: string;
}

interface Scale {
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
}

/** One line per policy, as SVG, with a legend at the right in the order of the line ends. */
export function linePlot(lines: readonly Line[], plot: LinePlot): string {
  const scale = scaleOf(plot);
  const drawn = lines.map(({ values }, i) => {
    const points = values.map((value, k) => {
      const x = scale.x(plot.xs[k] as number);
      return `${x.toFixed(1)},${scale.y(value).toFixed(1)}`;
    });
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${colorOf(i)}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"
 width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${axes(plot, scale)}
${drawn.join("\n")}
${legend(lines)}
</svg>
`;
}

function scaleOf({ xs, xMarks, y: { from, to } }: LinePlot): Scale {
  const places = [...xs, ...xMarks.map(({ at }) => at)];
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const width = WIDTH - MARGIN.left - MARGIN.right;
  const height = HEIGHT - MARGIN.top - MARGIN.bottom;
  return {
    x: (at) => MARGIN.left + ((at - first) / (last - first || 1)) * width,
    y: (value) => HEIGHT - MARGIN.bottom - ((value - from) / (to - from || 1)) * height,
  };
}

function axes({ xMarks, y, title }: LinePlot, scale: Scale): string {
  const levels = Array.from({ length: TICKS + 1 }, (_, i) => {
    const value = y.from + ((y.to - y.from) * i) / TICKS;
    const height = scale.y(value).toFixed(1);
    const text = value.toFixed(y.digits);
    return `<path d="M${MARGIN.left} ${height}H${WIDTH - MARGIN.right}" stroke="#eee"/>
<text x="${MARGIN.left - 6}" y="${height}" dy="4" text-anchor="end">${text}</text>`;
  });
  const bottom = HEIGHT - MARGIN.bottom + 16;
  const marks = xMarks.map(
    ({ at, text }) =>
      `<text x="${scale.x(at).toFixed(1)}" y="${bottom}" text-anchor="middle">${text}</text>`,
  );
  const below = `<text x="${MARGIN.left}" y="${HEIGHT - 4}">${title}</text>`;
  return [...levels, ...marks, below].join("\n");
}

function legend(lines: readonly Line[]): string {
  const ranked = [...lines.entries()].sort(([, a], [, b]) => end(b) - end(a));
  return ranked
    .map(([i, { name }], place) => {
      const y = MARGIN.top + 14 + 18 * place;
      const x = WIDTH - MARGIN.right + 12;
      return `<text x="${x}" y="${y}" fill="${colorOf(i)}">${name}</text>`;
    })
    .join("\n");
}

function colorOf(index: number): string {
  return COLORS[index % COLORS.length] as string;
}

function end({ values }: Line): number {
  return values.at(-1) ?? 0;
}
