import type { ComponentProps, ReactNode } from "react";
import { cx } from "../cx.ts";
import { Tooltip } from "../layers/tooltip.tsx";
import styles from "./icon-button.module.css";

/** A button with only an icon. Its label is read out, and shown as a tooltip. */
export function IconButton({
  label,
  children,
  look = "plain",
  size = "regular",
  keys,
  type = "button",
  className,
  ...rest
}: ComponentProps<"button"> & {
  label: string;
  /** The icon. */
  children: ReactNode;
  /** `ring`: with a circle around it, as on the button that plays a word's audio. */
  look?: "plain" | "ring" | undefined;
  size?: "small" | "regular" | undefined;
  /** The shortcut for the same action; shown with the label. */
  keys?: string | undefined;
}) {
  return (
    <Tooltip text={label} keys={keys} describes={false}>
      <button
        type={type}
        aria-label={label}
        className={cx(styles.iconButton, styles[look], styles[size], className)}
        {...rest}
      >
        {children}
      </button>
    </Tooltip>
  );
}
