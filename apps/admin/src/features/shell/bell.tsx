import { BellIcon, VisuallyHidden } from "@wordloom/ui";
import { Link } from "wouter";
import { useText } from "../../text/use-text.ts";
import { useOverview } from "../overview/use-overview.ts";
import styles from "./bell.module.css";

/** Links to the administrators' notices, with the number of new ones. */
export function Bell() {
  const { t, number } = useText();
  const count = useOverview().data?.waiting.unreadNotifications ?? 0;
  return (
    <Link href="/notifications" className={styles.bell}>
      <BellIcon />
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {number(count)}
        </span>
      )}
      <VisuallyHidden>{t("notices.bell", { count })}</VisuallyHidden>
    </Link>
  );
}
