/** A measured value and its target. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly bar?: { readonly atLeast: number } | { readonly atMost: number };
  /** Why there is no value; the target is not checked then. */
  readonly leftOut?: string;
}

/** One measurement; returns its figures. */
export type Row = () => Promise<readonly Figure[]>;

export function printRow(name: string, figures: readonly Figure[]): void {
  console.log(`\n${name}`);
  for (const figure of figures) {
    const { value, bar, verdict } = figureTexts(figure);
    const marks = [...(bar === "" ? [] : [`bar ${bar}`]), verdict].filter(Boolean).join("  ");
    const reading = `${figure.name.padEnd(44)} ${value.padStart(10)} ${figure.unit.padEnd(10)}`;
    console.log(`  ${reading} ${marks}`.trimEnd());
  }
}

export function missesBar({ bar, value, leftOut }: Figure): boolean {
  if (bar === undefined || leftOut !== undefined) return false;
  return "atLeast" in bar ? !(value >= bar.atLeast) : !(value <= bar.atMost);
}

/** The texts of a figure, for the terminal and the file. */
export function figureTexts(figure: Figure): { value: string; bar: string; verdict: string } {
  const bar = figure.bar === undefined ? "" : barText(figure.bar);
  if (figure.leftOut !== undefined) {
    return { value: "–", bar, verdict: `left out: ${figure.leftOut}` };
  }
  const held = missesBar(figure) ? "MISSED" : "holds";
  return { value: format(figure.value), bar, verdict: bar === "" ? "" : held };
}

function barText(bar: NonNullable<Figure["bar"]>): string {
  return "atLeast" in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`;
}

function format(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString("en");
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 ? 2 : 3;
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString("en", places);
}
