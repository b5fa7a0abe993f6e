/** Space between the names of two bars, px. */
const GAP = 8;

/** A name below a bar with its measured width; kept between the ends of the chart. */
export interface BarName {
  readonly x: number;
  readonly anchor: "start" | "middle" | "end";
}

interface Named {
  readonly label: string;
  readonly now?: boolean | undefined;
}

/**
 * Decides where the names of bars are written. If not all fit, as many as fit at even distances,
 * including the last. The current bar always has its name, however long.
 * @param width  of the chart, px
 * @returns  the place by bar; bars without an entry have no name
 */
export function placeNames(bars: readonly Named[], width: number): ReadonlyMap<number, BarName> {
  const step = width / Math.max(1, bars.length);
  const now = bars.findIndex((bar) => bar.now);
  const others = [...bars.keys()].filter((at) => at !== now && bars[at]?.label !== "");
  const widest = GAP + Math.max(0, ...others.map((at) => nameWidth(bars[at]?.label ?? "")));
  const apart = Math.min(...others.slice(1).map((at, before) => at - (others[before] as number)));
  const every = apart * step >= widest ? 1 : Math.ceil(widest / step);
  const extentOf = (at: number) => extent(bars[at]?.label ?? "", (at + 0.5) * step, width);
  const [left, right] = now === -1 ? [Infinity, -Infinity] : extentOf(now);
  const places = new Map<number, BarName>();
  for (const at of bars.keys()) {
    const [from, to] = extentOf(at);
    const isFree = to + GAP <= left || from >= right + GAP;
    const isNamed = others.includes(at) && (bars.length - 1 - at) % every === 0 && isFree;
    if (at === now || isNamed) places.set(at, placeOf(from, to, width));
  }
  return places;
}

function extent(label: string, middle: number, width: number): [from: number, to: number] {
  const half = nameWidth(label) / 2;
  const within = Math.min(Math.max(middle, half), Math.max(half, width - half));
  return [within - half, within + half];
}

function placeOf(from: number, to: number, width: number): BarName {
  if (from <= 0) return { x: 0, anchor: "start" };
  if (to >= width) return { x: width, anchor: "end" };
  return { x: (from + to) / 2, anchor: "middle" };
}

/** Approximate width, px: Chinese, Japanese and Korean characters are twice as wide. */
function nameWidth(name: string): number {
  return [...name].reduce((width, character) => width + (character > "\u2e7f" ? 13 : 7), 0);
}
