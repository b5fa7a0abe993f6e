/** Optimal string alignment: insertions, deletions, substitutions, swaps of neighbors. */
export function distance(left: string, right: string): number {
  const [a, b] = [[...left], [...right]];
  let before: number[] = [];
  let row = b.map((_, j) => j).concat(b.length);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const plain = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(isSwap ? Math.min(plain, (before[j - 2] ?? 0) + 1) : plain);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
