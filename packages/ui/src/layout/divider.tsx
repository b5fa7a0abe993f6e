import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import styles from "./divider.module.css";

/** A horizontal hairline. */
export function Divider({ className, ...rest }: ComponentProps<"hr">) {
  return <hr className={cx(styles.divider, className)} {...rest} />;
}
