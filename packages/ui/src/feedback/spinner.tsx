import { cx } from "../cx.ts";
import { useUi } from "../ui-provider.tsx";
import styles from "./spinner.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

/** Something is being done that shows no other sign of life. Prefer Skeleton or Progress. */
export function Spinner({
  label,
  className,
}: {
  /** Read out; the app's word for working by default. Empty when the place says it already. */
  label?: string | undefined;
  className?: string | undefined;
}) {
  const { labels } = useUi();
  const text = label ?? labels.working;
  return (
    <span className={cx(styles.spinner, className)}>
      <svg viewBox="0 0 20 20" className={styles.ring} aria-hidden="true">
        <circle className={styles.track} cx="10" cy="10" r="7.5" />
        <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" />
      </svg>
      {text !== "" && <VisuallyHidden>{text}</VisuallyHidden>}
    </span>
  );
}
