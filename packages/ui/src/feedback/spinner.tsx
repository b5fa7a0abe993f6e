import { cx } from "../cx.ts";
import { useUi } from "../ui-provider.tsx";
import styles from "./spinner.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

/** Work in progress that has no other sign. Prefer Skeleton or Progress. */
export function Spinner({
  label,
  className,
}: {
  /** Read out; by default the app's word for working. Empty if the surroundings already say so. */
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
