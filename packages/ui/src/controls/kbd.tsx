import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import styles from "./kbd.module.css";

/** A key as named on the keyboard. Hidden on narrow screens, touch devices and in print. */
export function Kbd({ className, ...rest }: ComponentProps<"kbd">) {
  return <kbd className={cx(styles.kbd, className)} {...rest} />;
}
