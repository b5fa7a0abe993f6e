import type { HTMLAttributes } from "react";
import { cx } from "../cx.ts";
import styles from "./visually-hidden.module.css";

/** Read out, not shown. */
export function VisuallyHidden({
  as: Tag = "span",
  className,
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: "span" | "div" | "p" | "h1" | "h2" | undefined }) {
  return <Tag className={cx(styles.hidden, className)} {...rest} />;
}
