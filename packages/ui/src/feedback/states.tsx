import type { ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import { cx } from "../cx.ts";
import { useUi } from "../ui-provider.tsx";
import styles from "./states.module.css";

/** Nothing here yet: says so, and names the next step. */
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

/** A failure: what to do, a retry button, and a reference to quote when asking for help. */
export function ErrorState({
  heading,
  level = 2,
  text,
  onRetry,
  retryLabel,
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
  /** "Try again" by default. */
  retryLabel?: string | undefined;
  /** The retry is in progress. */
  busy?: boolean | undefined;
  traceId?: string | undefined;
  /** Another way out, next to the retry. */
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
            {retryLabel ?? labels.retry}
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
