import { Link, useLocation } from "wouter";
import { useText } from "../../text/use-text.ts";
import { pageAt, pageGroups } from "./page-list.ts";
import styles from "./shell.module.css";
import { useWaiting } from "./use-waiting.ts";

/** Links to every page, with the number of items that need attention there. */
export function Places() {
  const { t, number } = useText();
  const [location] = useLocation();
  const waiting = useWaiting();
  const here = pageAt(location)?.path;
  return (
    <nav aria-label={t("shell.rooms")} className={styles.nav}>
      {pageGroups.map(({ name, pages }) => (
        <div key={name ?? "first"} className={styles.group}>
          {name !== undefined && <div className={styles.groupName}>{t(name)}</div>}
          {pages.map((page) => (
            <Link
              key={page.path}
              href={page.path}
              className={styles.place}
              aria-current={page.path === here ? "page" : undefined}
            >
              {t(page.name)}
              {(waiting[page.path] ?? 0) > 0 && (
                <span className={styles.waiting}>{number(waiting[page.path] ?? 0)}</span>
              )}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
