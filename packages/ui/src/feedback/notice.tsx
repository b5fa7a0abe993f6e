import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { CheckIcon, InfoIcon, WarningIcon } from "../icons/icons.tsx";
import styles from "./notice.module.css";

const icons = { info: InfoIcon, firm: CheckIcon, slip: WarningIcon };

/**
 * A remark within a screen. `slip` is for actual or coming failures; `announce` reads it out when
 * it appears after an action of the person.
 */
export function Notice({
  tone = "info",
  heading,
  action,
  announce = false,
  children,
  className,
}: {
  tone?: "info" | "firm" | "slip" | undefined;
  heading?: ReactNode;
  action?: ReactNode;
  announce?: boolean | undefined;
  children?: ReactNode;
  className?: string | undefined;
}) {
  const Icon = icons[tone];
  return (
    <div
      className={cx(styles.notice, styles[tone], className)}
      role={announce ? (tone === "slip" ? "alert" : "status") : undefined}
    >
      <Icon className={styles.icon} />
      <div className={styles.body}>
        {heading !== undefined && <p className={styles.heading}>{heading}</p>}
        {children !== undefined && <div className={styles.text}>{children}</div>}
      </div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
