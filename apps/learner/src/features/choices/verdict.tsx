import { CheckIcon, CrossIcon, cx } from "@wordloom/ui";
import type { ReactNode } from "react";
import styles from "./verdict.module.css";

/**
 * Says whether an answer was right: a filled disc with a tick, or an open square with a cross, so
 * that the two differ in shape and not only in color. `children`: the sentence beside the mark.
 */
export function Verdict({
  isRight,
  children,
}: {
  readonly isRight: boolean;
  readonly children: ReactNode;
}) {
  const Sign = isRight ? CheckIcon : CrossIcon;
  return (
    <div className={cx(styles.verdict, isRight ? styles.right : styles.wrong)}>
      <span className={styles.mark}>
        <Sign size={18} />
      </span>
      <div className={styles.said}>{children}</div>
    </div>
  );
}
