import { cx } from "../cx.ts";
import styles from "./chart.module.css";

export type Shade = "most" | "much" | "some" | "little" | "slip" | "none";

export interface Segment {
  readonly label: string;
  readonly value: number;
  readonly valueText: string;
  readonly shade: Shade;
}

/** The parts of a whole in one bar, listed below with their numbers in the same order. */
export function StackedBar({
  label,
  segments,
  className,
}: {
  label: string;
  segments: readonly Segment[];
  className?: string | undefined;
}) {
  const whole = segments.reduce((sum, { value }) => sum + value, 0);
  const starts = segments.map((_, at) =>
    segments.slice(0, at).reduce((sum, { value }) => sum + value, 0),
  );
  const percent = (value: number) => `${whole === 0 ? 0 : (value / whole) * 100}%`;
  return (
    <figure className={cx(styles.figure, className)} aria-label={label}>
      <svg className={styles.stack} aria-hidden="true" width="100%" height="14">
        {whole === 0 && <rect className={styles.none} width="100%" height="14" />}
        {segments.map(({ value, shade, label: name }, at) => (
          <rect
            key={name}
            className={cx(styles.segment, styles[shade])}
            x={percent(starts[at] ?? 0)}
            width={percent(value)}
            height="14"
          />
        ))}
      </svg>
      <dl className={styles.parts}>
        {segments.map(({ label: name, valueText, shade }) => (
          <div key={name} className={styles.part}>
            <dt className={styles.partName}>
              <svg width="12" height="12" aria-hidden="true">
                <rect className={cx(styles.segment, styles[shade])} width="12" height="12" rx="3" />
              </svg>
              {name}
            </dt>
            <dd className={styles.partValue}>{valueText}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
