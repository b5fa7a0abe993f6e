import type { CSSProperties, ReactNode } from "react";
import { cx } from "../cx.ts";
import styles from "./progress.module.css";

/**
 * Progress as a bar. Without `value`, work is in progress and its extent unknown. `label` is read
 * out. `text` ("13 of 31") is read out instead of a bare percentage and, with `showText`, shown
 * after the bar.
 */
export function Progress({
  label,
  value,
  max = 1,
  text,
  showText = false,
  size = "regular",
  className,
}: {
  label: string;
  value?: number | undefined;
  max?: number | undefined;
  text?: string | undefined;
  showText?: boolean | undefined;
  /** The thin bar runs along the top of a session. */
  size?: "thin" | "regular" | undefined;
  className?: string | undefined;
}) {
  const share = value === undefined || max <= 0 ? 0 : Math.min(1, Math.max(0, value / max));
  const fill: CSSProperties = { inlineSize: `${share * 100}%` };
  const after: ReactNode = showText && text !== undefined && (
    <span className={styles.text} aria-hidden="true">
      {text}
    </span>
  );
  return (
    <div className={cx(styles.progress, className)}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value === undefined ? undefined : share * max}
        aria-valuetext={text}
        className={cx(styles.track, styles[size], value === undefined && styles.unknown)}
      >
        <span className={styles.fill} style={value === undefined ? undefined : fill} />
      </div>
      {after}
    </div>
  );
}
