/** Keeps the system solvable if a signal is constant; far below one observation's weight. */
const RIDGE = 1e-6;
const NEWTON_STEPS = 20;
const CHANGE_MIN = 1e-10;

/** One observation: regressors, the first of them usually 1, and the outcome. */
export interface Sample {
  readonly x: readonly number[];
  readonly y: number;
}

/** Coefficients of the logistic regression of 0/1 outcomes, by Newton's method. */
export function logisticFit(samples: readonly Sample[]): number[] {
  const size = samples[0]?.x.length ?? 0;
  let weights = new Array<number>(size).fill(0);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const system = emptySystem(size);
    for (const { x, y } of samples) {
      const p = sigmoid(dot(weights, x));
      addTo(system, x, p * (1 - p), y - p);
    }
    const change = solved(system);
    weights = weights.map((weight, i) => weight + (change[i] as number));
    if (change.every((by) => Math.abs(by) < CHANGE_MIN)) break;
  }
  return weights;
}

/** Coefficients of least squares. */
export function linearFit(samples: readonly Sample[]): number[] {
  const system = emptySystem(samples[0]?.x.length ?? 0);
  for (const { x, y } of samples) addTo(system, x, 1, y);
  return solved(system);
}

/** Log loss of each sample under a logistic regression, nats. */
export function logisticLosses(weights: readonly number[], samples: readonly Sample[]): number[] {
  return samples.map(({ x, y }) => {
    const logit = dot(weights, x);
    return Math.log1p(Math.exp(-Math.abs(logit))) + Math.max(y === 1 ? -logit : logit, 0);
  });
}

/** Squared error of each sample under a linear regression. */
export function squaredErrors(weights: readonly number[], samples: readonly Sample[]): number[] {
  return samples.map(({ x, y }) => (y - dot(weights, x)) ** 2);
}

interface System {
  readonly matrix: number[][];
  readonly right: number[];
}

function emptySystem(size: number): System {
  return {
    matrix: Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (__, j) => (i === j ? RIDGE : 0)),
    ),
    right: new Array<number>(size).fill(0),
  };
}

function addTo({ matrix, right }: System, x: readonly number[], weight: number, y: number): void {
  for (let i = 0; i < x.length; i++) {
    const row = matrix[i] as number[];
    const xi = x[i] as number;
    right[i] = (right[i] as number) + y * xi;
    for (let j = 0; j < x.length; j++) {
      row[j] = (row[j] as number) + weight * xi * (x[j] as number);
    }
  }
}

/** Elimination without pivoting: the matrix is symmetric and positive. */
function solved({ matrix, right }: System): number[] {
  const size = right.length;
  const rows = matrix.map((row, i) => [...row, right[i] as number]);
  for (let i = 0; i < size; i++) {
    const pivot = rows[i] as number[];
    for (let j = i + 1; j < size; j++) {
      const row = rows[j] as number[];
      const factor = (row[i] as number) / (pivot[i] as number);
      for (let k = i; k <= size; k++) row[k] = (row[k] as number) - factor * (pivot[k] as number);
    }
  }
  const weights = new Array<number>(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    const row = rows[i] as number[];
    let sum = row[size] as number;
    for (let k = i + 1; k < size; k++) sum -= (row[k] as number) * (weights[k] as number);
    weights[i] = sum / (row[i] as number);
  }
  return weights;
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
