/**
 * Cholesky factor of a symmetric positive definite matrix.
 *
 * @param matrix  lower triangle, row by row
 * @returns       lower triangle L with L L' = matrix, row by row
 */
export function cholesky(matrix: readonly number[], size: number): number[] {
  const factor = new Array<number>(matrix.length).fill(0);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[at(row, column)] as number;
      for (let k = 0; k < column; k++) {
        sum -= (factor[at(row, k)] as number) * (factor[at(column, k)] as number);
      }
      // Rounded evidence may miss positive definiteness by a hair; the floor keeps the root real.
      factor[at(row, column)] =
        row === column
          ? Math.sqrt(Math.max(sum, 1e-9))
          : sum / (factor[at(column, column)] as number);
    }
  }
  return factor;
}

/** x with L x = b. */
export function solveLower(factor: readonly number[], b: readonly number[]): number[] {
  const x: number[] = [];
  for (let row = 0; row < b.length; row++) {
    let sum = b[row] as number;
    for (let k = 0; k < row; k++) sum -= (factor[at(row, k)] as number) * (x[k] as number);
    x.push(sum / (factor[at(row, row)] as number));
  }
  return x;
}

/** x with L' x = b. */
export function solveUpper(factor: readonly number[], b: readonly number[]): number[] {
  const x = b.slice();
  for (let row = b.length - 1; row >= 0; row--) {
    let sum = x[row] as number;
    for (let k = row + 1; k < b.length; k++) {
      sum -= (factor[at(k, row)] as number) * (x[k] as number);
    }
    x[row] = sum / (factor[at(row, row)] as number);
  }
  return x;
}

function at(row: number, column: number): number {
  return (row * (row + 1)) / 2 + column;
}
