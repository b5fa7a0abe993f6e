import type { ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import { cx } from "../cx.ts";
import { useUi } from "../ui-provider.tsx";
import styles from "./states.module.css";

/** Nothing is here yet: says so, and what the next step is. */
export function Empty({
  heading,
  level = 2,
  text,
  action,
  icon,
  className,
}: {
  heading: string;
  level?: 1 | 2 | 3 | undefined;
  text?: ReactNode;
  /** The next step: a Button. */
  action?: ReactNode;
  icon?: ReactNode;
  className?: string | undefined;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={cx(styles.state, className)}>
      {icon !== undefined && <div className={styles.icon}>{icon}</div>}
      <Heading className={styles.heading}>{heading}</Heading>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** Something failed: what to do, a way to try again, and what to quote when asking for help. */
export function ErrorState({
  heading,
  level = 2,
  text,
  onRetry,
  busy = false,
  traceId,
  action,
  className,
}: {
  heading: string;
  level?: 1 | 2 | 3 | undefined;
  /** What the person can do about it. */
  text: ReactNode;
  onRetry?: (() => void) | undefined;
  /** While the retry is under way. */
  busy?: boolean | undefined;
  traceId?: string | undefined;
  /** Another way out, beside the retry. */
  action?: ReactNode;
  className?: string | undefined;
}) {
  const { labels } = useUi();
  const Heading = `h${level}` as const;
  return (
    <div className={cx(styles.state, className)} role="alert">
      <Heading className={styles.heading}>{heading}</Heading>
      <p className={styles.text}>{text}</p>
      <div className={styles.action}>
        {onRetry !== undefined && (
          <Button onClick={onRetry} busy={busy}>
            {labels.retry}
          </Button>
        )}
        {action}
      </div>
      {traceId !== undefined && (
        <p className={styles.trace}>
          {labels.reference} <code className={styles.code}>{traceId}</code>
        </p>
      )}
    </div>
  );
}
