import { Link, useLocation } from "wouter";
import { useText } from "../../text/use-text.ts";
import { roomAt, roomGroups } from "./room-list.ts";
import styles from "./shell.module.css";
import { useWaiting } from "./use-waiting.ts";

/** Links to every page, with the number of items that need attention there. */
export function Places() {
  const { t, number } = useText();
  const [location] = useLocation();
  const waiting = useWaiting();
  const here = roomAt(location)?.path;
  return (
    <nav aria-label={t("shell.rooms")} className={styles.nav}>
      {roomGroups.map(({ name, rooms }) => (
        <div key={name ?? "first"} className={styles.group}>
          {name !== undefined && <div className={styles.groupName}>{t(name)}</div>}
          {rooms.map((room) => (
            <Link
              key={room.path}
              href={room.path}
              className={styles.place}
              aria-current={room.path === here ? "page" : undefined}
            >
              {t(room.name)}
              {(waiting[room.path] ?? 0) > 0 && (
                <span className={styles.waiting}>{number(waiting[room.path] ?? 0)}</span>
              )}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
