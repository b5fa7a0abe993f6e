/** Maps one range of numbers to another linearly; a range of length zero maps to the middle. */
export function linear(
  [fromLow, fromHigh]: readonly [number, number],
  [toLow, toHigh]: readonly [number, number],
): (value: number) => number {
  const length = fromHigh - fromLow;
  return (value) => {
    const share = length === 0 ? 0.5 : (value - fromLow) / length;
    return toLow + share * (toHigh - toLow);
  };
}

/** The smallest round number (1, 2, 2.5, 5 times a power of ten) that is at least `value`. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((each) => each * power >= value * (1 - 1e-9)) ?? 10;
  return step * power;
}

/** The minimum and maximum of some numbers; 0 and 1 without any. */
export function extent(values: readonly number[]): readonly [number, number] {
  if (values.length === 0) return [0, 1];
  return [Math.min(...values), Math.max(...values)];
}

/** Index of the point nearest in x; −1 without any. */
export function nearest(xs: readonly number[], x: number): number {
  let best = -1;
  xs.forEach((each, at) => {
    if (best < 0 || Math.abs(each - x) < Math.abs((xs[best] ?? 0) - x)) best = at;
  });
  return best;
}

/** The SVG path through points; a single one is a dot. */
export function pathOf(points: readonly (readonly [number, number])[]): string {
  const path = points.map(([x, y], at) => `${at === 0 ? "M" : "L"}${round(x)} ${round(y)}`);
  return points.length === 1 ? `${path[0]}h0` : path.join("");
}

const round = (value: number) => Math.round(value * 100) / 100;
