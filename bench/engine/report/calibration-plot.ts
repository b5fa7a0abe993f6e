import { calibrationBins, type PredictedOutcome } from "../statistics/metrics.ts";

const SIDE = 180;
const GAP = 44;
const BINS = 20;

/**
 * One small square per algorithm: predicted recall on the x axis, actual recall on the y axis.
 * Points on the diagonal are calibrated; dots grow with the number of reviews.
 */
export function calibrationPlot(series: ReadonlyMap<string, readonly PredictedOutcome[]>): string {
  const columns = Math.min(series.size, 4);
  const rows = Math.ceil(series.size / columns);
  const panels = [...series].map(([name, scored], i) =>
    panel(name, scored, (i % columns) * (SIDE + GAP), Math.floor(i / columns) * (SIDE + GAP)),
  );
  const width = columns * (SIDE + GAP);
  const height = rows * (SIDE + GAP);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"
 width="${width}" height="${height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${panels.join("\n")}
</svg>
`;
}

function panel(name: string, scored: readonly PredictedOutcome[], x: number, y: number): string {
  const bins = calibrationBins(scored, BINS);
  const place = (p: number, recall: number) =>
    `${(p * SIDE).toFixed(1)},${((1 - recall) * SIDE).toFixed(1)}`;
  const line = bins.map((bin) => place(bin.p, bin.recall)).join(" ");
  const dots = bins.map((bin) => {
    const [cx, cy] = place(bin.p, bin.recall).split(",");
    const radius = (1.5 + 8 * Math.sqrt(bin.n / scored.length)).toFixed(1);
    return `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="#1b6ca8" fill-opacity="0.6"/>`;
  });
  return `<g transform="translate(${x + GAP / 2} ${y + GAP / 2 + 6})">
<text x="0" y="-8">${name}</text>
<rect width="${SIDE}" height="${SIDE}" fill="none" stroke="#999"/>
<path d="M0 ${SIDE}L${SIDE} 0" stroke="#bbb" stroke-dasharray="4 3"/>
<polyline points="${line}" fill="none" stroke="#1b6ca8"/>
${dots.join("")}
</g>`;
}
