import { cx } from "../cx.ts";
import styles from "./chart.module.css";
import { Mark } from "./mark.tsx";

export interface TimelineStop {
  readonly label: string;
  readonly valueText: string;
  /** `slip`: returns because it was missed. */
  readonly tone?: "firm" | "slip" | undefined;
}

/** When things are due again, from soon to late. It is a list, so it needs no table behind it. */
export function Timeline({
  label,
  stops,
  className,
}: {
  label: string;
  stops: readonly TimelineStop[];
  className?: string | undefined;
}) {
  return (
    <ol className={cx(styles.timeline, className)} aria-label={label}>
      {stops.map(({ label: name, valueText, tone = "firm" }) => (
        <li key={name} className={styles.stop}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            {tone === "slip" ? (
              <g className={styles.full}>
                <Mark kind="slipped" x={10} y={10} weight={0.32} />
              </g>
            ) : (
              <Mark kind="now" x={10} y={10} weight={0.32} />
            )}
          </svg>
          <span className={styles.stopLabel}>{name}</span>
          <span className={styles.stopValue}>{valueText}</span>
        </li>
      ))}
    </ol>
  );
}
