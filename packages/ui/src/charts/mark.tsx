import { cx } from "../cx.ts";
import styles from "./chart.module.css";

/**
 * right: a ring · slipped: a diamond · now: a full disc · plain: a neutral ring · unseen: not
 * drawn, but read out when focused
 */
export type MarkKind = "right" | "slipped" | "now" | "plain" | "unseen";

/** A point on a chart. Both its shape and its color carry its meaning. */
export function Mark({
  kind,
  x,
  y,
  weight,
}: {
  kind: MarkKind;
  x: number;
  y: number;
  weight?: number | undefined;
}) {
  if (kind === "unseen") return null;
  const radius = weight === undefined ? 5 : 3 + 6 * Math.sqrt(Math.min(1, Math.max(0, weight)));
  const name = cx(styles.mark, styles[kind]);
  if (kind !== "slipped") return <circle className={name} cx={x} cy={y} r={radius} />;
  const half = radius * 1.25;
  const d = `M${x} ${y - half}L${x + half} ${y}L${x} ${y + half}L${x - half} ${y}Z`;
  return <path className={name} d={d} />;
}
