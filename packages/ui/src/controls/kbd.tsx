import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import styles from "./kbd.module.css";

/** A key, as it is named on the person's keyboard. Hidden where there is no room for a keyboard. */
export function Kbd({ className, ...rest }: ComponentProps<"kbd">) {
  return <kbd className={cx(styles.kbd, className)} {...rest} />;
}
