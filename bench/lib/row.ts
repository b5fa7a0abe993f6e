/** A figure against its bar. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly bar?: { readonly atLeast: number } | { readonly atMost: number };
}

/** One measurement of `design/performance`: prints what it does, returns its figures. */
export type Row = () => Promise<readonly Figure[]>;

/** @returns whether every bar holds */
export function printRow(name: string, figures: readonly Figure[]): boolean {
  console.log(`\n${name}`);
  let holds = true;
  for (const figure of figures) {
    const verdict = judge(figure);
    if (verdict === false) holds = false;
    const mark =
      verdict === undefined ? "" : `  ${barText(figure)}  ${verdict ? "holds" : "MISSED"}`;
    console.log(`  ${figure.name.padEnd(44)} ${format(figure.value)} ${figure.unit}${mark}`);
  }
  return holds;
}

function judge({ bar, value }: Figure): boolean | undefined {
  if (bar === undefined) return undefined;
  return "atLeast" in bar ? value >= bar.atLeast : value <= bar.atMost;
}

function barText({ bar }: Figure): string {
  if (bar === undefined) return "";
  return "atLeast" in bar ? `bar ≥ ${bar.atLeast}` : `bar ≤ ${bar.atMost}`;
}

function format(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toFixed(digits).padStart(10);
}
