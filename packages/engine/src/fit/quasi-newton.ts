/** A function to be minimized, with its gradient. */
export interface Objective {
  size: number;
  /** @param gradient  overwritten */
  evaluate(x: Float64Array, gradient: Float64Array): number;
  /** Moves a point into the feasible region, in place. */
  project(x: Float64Array): void;
}

const MEMORY = 8;
const ARMIJO = 1e-4;
const HALVINGS_MAX = 25;
/** The search ends when a step gains less than this, relative to the value. */
const GAIN_MIN = 1e-7;

/**
 * Minimum of a smooth function by L-BFGS with Armijo backtracking and projection.
 *
 * @returns the best point found; start is not modified
 *
 * Source: Nocedal and Wright, Numerical Optimization, algorithm 7.4 (two-loop recursion).
 */
export function minimise(
  objective: Objective,
  start: Float64Array,
  maxIterations: number,
): { x: Float64Array; value: number; iterations: number } {
  const { size } = objective;
  let x: Float64Array = Float64Array.from(start);
  let gradient: Float64Array = new Float64Array(size);
  let value = objective.evaluate(x, gradient);
  const pairs: Pair[] = [];
  let iterations = 0;
  while (iterations < maxIterations) {
    iterations++;
    let direction = descent(gradient, pairs);
    if (dot(direction, gradient) >= 0) {
      // Curvature from before a bound was hit is misleading; restart from the gradient.
      pairs.length = 0;
      direction = descent(gradient, pairs);
    }
    const step = backtrack(objective, { x, value, gradient, direction }, pairs.length === 0);
    if (step === null && pairs.length === 0) break;
    if (step === null) {
      pairs.length = 0;
      continue;
    }
    remember(pairs, x, step.x, gradient, step.gradient);
    const gain = value - step.value;
    x = step.x;
    gradient = step.gradient;
    value = step.value;
    if (gain < GAIN_MIN * Math.max(1, Math.abs(value))) break;
  }
  return { x, value, iterations };
}

/** A step and the change of the gradient along it. */
interface Pair {
  s: Float64Array;
  y: Float64Array;
  curvature: number;
}

function descent(gradient: Float64Array, pairs: readonly Pair[]): Float64Array {
  const q = Float64Array.from(gradient, (g) => -g);
  const alphas: number[] = [];
  for (let i = pairs.length - 1; i >= 0; i--) {
    const { s, y, curvature } = pairs[i] as Pair;
    const alpha = dot(s, q) / curvature;
    alphas[i] = alpha;
    addScaled(q, y, -alpha);
  }
  const last = pairs.at(-1);
  if (last !== undefined) scale(q, last.curvature / dot(last.y, last.y));
  for (const [i, { s, y, curvature }] of pairs.entries()) {
    addScaled(q, s, (alphas[i] as number) - dot(y, q) / curvature);
  }
  return q;
}

interface Point {
  x: Float64Array;
  value: number;
  gradient: Float64Array;
}

/** The first trial point that gains enough; null when none does. */
function backtrack(
  objective: Objective,
  at: Point & { direction: Float64Array },
  first: boolean,
): Point | null {
  // Without curvature the length of the gradient says nothing about the length of the step.
  let length = first ? 1 / Math.max(1, Math.sqrt(dot(at.gradient, at.gradient))) : 1;
  for (let halving = 0; halving < HALVINGS_MAX; halving++, length /= 2) {
    const x = Float64Array.from(at.x);
    addScaled(x, at.direction, length);
    objective.project(x);
    const gradient = new Float64Array(objective.size);
    const value = objective.evaluate(x, gradient);
    let expected = 0;
    for (let i = 0; i < x.length; i++) {
      expected += (at.gradient[i] as number) * ((x[i] as number) - (at.x[i] as number));
    }
    if (value <= at.value + ARMIJO * expected && value < at.value) return { x, value, gradient };
  }
  return null;
}

function remember(
  pairs: Pair[],
  from: Float64Array,
  to: Float64Array,
  gradientFrom: Float64Array,
  gradientTo: Float64Array,
): void {
  const s = Float64Array.from(to, (value, i) => value - (from[i] as number));
  const y = Float64Array.from(gradientTo, (value, i) => value - (gradientFrom[i] as number));
  const curvature = dot(s, y);
  if (curvature <= 1e-12) return;
  pairs.push({ s, y, curvature });
  if (pairs.length > MEMORY) pairs.shift();
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

function addScaled(target: Float64Array, direction: Float64Array, factor: number): void {
  for (let i = 0; i < target.length; i++) {
    target[i] = (target[i] as number) + factor * (direction[i] as number);
  }
}

function scale(target: Float64Array, factor: number): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] as number) * factor;
}
