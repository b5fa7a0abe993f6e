import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import styles from "./badge.module.css";

/** A short word or number about something: "new", 7. */
export function Badge({
  tone = "plain",
  className,
  ...rest
}: ComponentProps<"span"> & { tone?: "plain" | "firm" | "slip" | undefined }) {
  return <span className={cx(styles.badge, styles[tone], className)} {...rest} />;
}
