/**
 * Cholesky factor of a symmetric positive definite matrix.
 *
 * @param matrix  lower triangle, row by row
 * @returns       lower triangle L with L L' = matrix, row by row
 */
export function cholesky(matrix: readonly number[], size: number): number[] {
  const factor: number[] = [];
  for (let row = 0; row < size; row++) {
    const rowAt = startOf(row);
    for (let column = 0; column <= row; column++) {
      const columnAt = startOf(column);
      let sum = matrix[rowAt + column] as number;
      for (let k = 0; k < column; k++) {
        sum -= (factor[rowAt + k] as number) * (factor[columnAt + k] as number);
      }
      // Rounded evidence may be slightly indefinite; the minimum keeps the root real.
      const value =
        row === column
          ? Math.sqrt(Math.max(sum, 1e-9))
          : sum / (factor[columnAt + column] as number);
      factor.push(value);
    }
  }
  return factor;
}

/** x with L x = b. */
export function solveLower(factor: readonly number[], b: readonly number[]): number[] {
  const x: number[] = [];
  for (let row = 0; row < b.length; row++) {
    const rowAt = startOf(row);
    let sum = b[row] as number;
    for (let k = 0; k < row; k++) sum -= (factor[rowAt + k] as number) * (x[k] as number);
    x.push(sum / (factor[rowAt + row] as number));
  }
  return x;
}

/** x with L' x = b. */
export function solveUpper(factor: readonly number[], b: readonly number[]): number[] {
  const x = b.slice();
  for (let row = b.length - 1; row >= 0; row--) {
    let sum = x[row] as number;
    for (let k = row + 1; k < b.length; k++) {
      sum -= (factor[startOf(k) + row] as number) * (x[k] as number);
    }
    x[row] = sum / (factor[startOf(row) + row] as number);
  }
  return x;
}

/** Where a row of the triangle begins. */
function startOf(row: number): number {
  return (row * (row + 1)) / 2;
}
