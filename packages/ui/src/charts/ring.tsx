import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import styles from "./chart.module.css";

/** How much of a target is reached, as a ring around the figure. Screen readers read the label. */
export function Ring({
  label,
  value,
  max,
  size = 120,
  children,
  className,
}: {
  /** The state in words: "18 of 20 words today". */
  label: string;
  value: number;
  max: number;
  /** In px. */
  size?: number | undefined;
  /** Shown in the middle: a short figure and its unit. Not read out, because the label is. */
  children?: ReactNode;
  className?: string | undefined;
}) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const done = share >= 1;
  return (
    <div
      role="img"
      aria-label={label}
      className={cx(styles.ring, className)}
      style={{ width: size, height: size }}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className={styles.ringTrack} cx="50" cy="50" r="45" />
        {share > 0 && (
          <circle
            className={cx(styles.ringFill, done && styles.ringDone)}
            cx="50"
            cy="50"
            r="45"
            pathLength="100"
            strokeDasharray={`${share * 100} 100`}
            transform="rotate(-90 50 50)"
          />
        )}
      </svg>
      <div className={styles.ringText} aria-hidden="true">
        {children}
      </div>
    </div>
  );
}
