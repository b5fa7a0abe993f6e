import type { CSSProperties } from "react";
import { cx } from "../cx.ts";
import styles from "./skeleton.module.css";

/**
 * Holds the place of content that is loading, in its shape. Compose several into the shape of the
 * screen and put them into an element with aria-busy and a label.
 */
export function Skeleton({
  width = "100%",
  height = "1em",
  shape = "line",
  className,
}: {
  /** Any CSS length. */
  width?: string | undefined;
  height?: string | undefined;
  shape?: "line" | "block" | "round" | undefined;
  className?: string | undefined;
}) {
  const size: CSSProperties = { width, height };
  return (
    <span
      aria-hidden="true"
      className={cx(styles.skeleton, styles[shape], className)}
      style={size}
    />
  );
}

/** Placeholder for lines of text; the last one is shorter, as in a paragraph. */
export function SkeletonText({ lines = 3 }: { lines?: number | undefined }) {
  return (
    <span className={styles.text} aria-hidden="true">
      {Array.from({ length: lines }, (_, at) => (
        <Skeleton key={at} width={at === lines - 1 && lines > 1 ? "62%" : "100%"} />
      ))}
    </span>
  );
}

/** Placeholder for rows of a list, between hairlines. */
export function SkeletonRows({ rows = 5 }: { rows?: number | undefined }) {
  return (
    <div className={styles.rows} aria-hidden="true">
      {Array.from({ length: rows }, (_, at) => (
        <span key={at} className={styles.row}>
          <Skeleton width={["38%", "29%", "44%", "33%"][at % 4]} height="1.1em" />
          <Skeleton width={["16%", "22%", "14%"][at % 3]} height="0.8em" />
        </span>
      ))}
    </div>
  );
}
