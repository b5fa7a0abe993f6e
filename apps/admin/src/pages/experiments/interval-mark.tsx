import { cx } from "@wordloom/ui";
import styles from "./experiments.module.css";
import type { MetricRow } from "./experiment-text.ts";

interface IntervalMarkProps {
  readonly row: MetricRow;
  /** All rows share one scale, relative to the control arm. */
  readonly rows: readonly MetricRow[];
}

/** A difference and its interval around zero; the figures are next to it. */
export function IntervalMark({ row, rows }: IntervalMarkProps) {
  const drawn = relative(row);
  if (drawn === undefined) return null;
  const furthest = Math.max(...rows.flatMap((each) => relative(each) ?? []).map(Math.abs));
  const [low, middle, high] = drawn.map((value) => placeOf(value, furthest));
  return (
    <svg className={styles.interval} aria-hidden="true" width="160" height="20">
      <line className={styles.zero} x1="80" x2="80" y1="0" y2="20" />
      <line
        className={cx(styles.span, styles[row.verdict ?? ""])}
        x1={low}
        x2={high}
        y1="10"
        y2="10"
      />
      <circle className={cx(styles.middle, styles[row.verdict ?? ""])} cx={middle} cy="10" r="4" />
    </svg>
  );
}

/** Lower bound, difference and upper bound as shares of the control arm's value. */
function relative({ difference, control }: MetricRow): [number, number, number] | undefined {
  const { low = null, diff = null, high = null } = difference ?? {};
  if (low === null || diff === null || high === null) return undefined;
  const whole = Math.abs(control?.mean ?? 0) || 1;
  return [low / whole, diff / whole, high / whole];
}

const placeOf = (value: number, furthest: number) =>
  80 + (furthest === 0 ? 0 : (value / furthest) * 72);
