import { clamp } from "../numeric/scalar.ts";
import { parameterTable } from "../parameters/parameter-table.ts";

/** Number of leading weights that are first stabilities by grade; they must be non-decreasing. */
export const FIRST_STABILITIES = 4;

/**
 * Standard deviation of each weight among learners, of its logarithm where `inLogs`.
 *
 * Robust estimates over about 10,000 published fits; the last two are our own estimates.
 */
const SPREADS: readonly { spread: number; logarithmic: boolean }[] = [
  ...[1.0, 1.2, 1.3, 1.2].map(inLogs),
  ...[0.35].map(plain),
  ...[0.38, 0.25].map(inLogs),
  ...[0.03, 0.3, 0.16].map(plain),
  ...[0.25, 0.15, 0.25, 0.31, 0.1].map(inLogs),
  ...[0.15].map(plain),
  ...[0.15, 0.41].map(inLogs),
  ...[0.31, 0.1].map(plain),
  ...[0.35].map(inLogs),
];

function inLogs(spread: number) {
  return { spread, logarithmic: true };
}

function plain(spread: number) {
  return { spread, logarithmic: false };
}

/** Scaling of a weight for the optimizer: 0 at the population's value, 1 one spread above. */
export interface Coordinate {
  mean: number;
  spread: number;
  logarithmic: boolean;
  min: number;
  max: number;
}

const NO_BOUNDS = { min: -Infinity, max: Infinity };

/** Coordinates of all weights around the population's. */
export function coordinatesOf(population: readonly number[]): Coordinate[] {
  const rows = new Map(parameterTable().map((row) => [row.path, row]));
  return population.map((mean, i) => {
    const row = rows.get(`memoryModel.w[${i}]`);
    const { spread, logarithmic } = SPREADS[i] as ReturnType<typeof inLogs>;
    // A population value of 0 has no logarithm; it then varies on the plain scale.
    const usable = logarithmic && mean > 0;
    return { mean, spread, logarithmic: usable, ...(row?.bounds ?? NO_BOUNDS) };
  });
}

export function toWeight(theta: number, { mean, spread, logarithmic }: Coordinate): number {
  return logarithmic ? mean * Math.exp(spread * theta) : mean + spread * theta;
}

export function toTheta(weight: number, { mean, spread, logarithmic }: Coordinate): number {
  return logarithmic ? Math.log(weight / mean) / spread : (weight - mean) / spread;
}

/** dw / dθ */
export function weightSlope(weight: number, { spread, logarithmic }: Coordinate): number {
  return logarithmic ? weight * spread : spread;
}

/** Projects weights into their bounds and makes the first four ascending, in place. */
export function projectWeights(weights: Float64Array, coordinates: readonly Coordinate[]): void {
  intoBounds(weights, coordinates);
  poolFirst(weights);
}

/** Removes the rounding errors by which legal weights miss their bounds or order. */
export function legalWeights(weights: Float64Array, coordinates: readonly Coordinate[]): number[] {
  const legal = Float64Array.from(weights);
  for (let i = 1; i < FIRST_STABILITIES; i++) {
    legal[i] = Math.max(legal[i] as number, legal[i - 1] as number);
  }
  intoBounds(legal, coordinates);
  return Array.from(legal);
}

function intoBounds(weights: Float64Array, coordinates: readonly Coordinate[]): void {
  for (const [i, { min, max }] of coordinates.entries()) {
    weights[i] = clamp(weights[i] as number, min, max);
  }
}

/**
 * Makes the first stabilities non-decreasing by pooling adjacent violators at their geometric mean.
 * Raising the later ones instead would let one large step of the first move all of them.
 */
function poolFirst(weights: Float64Array): void {
  const blocks: { log: number; size: number }[] = [];
  for (let i = 0; i < FIRST_STABILITIES; i++) {
    let block = { log: Math.log(weights[i] as number), size: 1 };
    for (;;) {
      const last = blocks.at(-1);
      if (last === undefined || last.log <= block.log) break;
      const size = last.size + block.size;
      block = { log: (last.log * last.size + block.log * block.size) / size, size };
      blocks.pop();
    }
    blocks.push(block);
  }
  let i = 0;
  for (const { log, size } of blocks) {
    const pooled = Math.exp(log);
    for (let k = 0; k < size; k++, i++) if (blocks.length < FIRST_STABILITIES) weights[i] = pooled;
  }
}
