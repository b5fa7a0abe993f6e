import { BellIcon, cx, FlameIcon, IconButton, SearchIcon, VisuallyHidden } from "@wordloom/ui";
import { countUnreadNotifications, listNotifications, readStudyToday } from "virtual:endpoints";
import { Link, useLocation } from "wouter";
import { useRead } from "../../server-state/use-read.ts";
import { openLayer } from "../anywhere/open-layer.ts";
import { useAppSettings } from "../app-settings/use-app-settings.ts";
import { BadgeToasts } from "../badges/badge-toasts.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { useText } from "../../text/use-text.ts";
import styles from "./head-links.module.css";

/** At the end of the header: streak, search, messages, account. */
export function HeadLinks() {
  const { t } = useText();
  return (
    <div className={styles["links"]}>
      <Streak />
      <IconButton label={t("find.title")} keys="/" onClick={() => openLayer.set("search")}>
        <SearchIcon />
      </IconButton>
      <Messages />
      <span className={styles["last"]}>
        <AccountMenu />
      </span>
    </div>
  );
}

/** Days in a row; the flame is filled once today is one of them. */
function Streak() {
  const { t, number } = useText();
  const { showStreak } = useAppSettings();
  const { data } = useRead(readStudyToday, undefined, { enabled: showStreak });
  const days = data?.streakDays ?? 0;
  if (!showStreak || days === 0) return null;
  return (
    <span className={cx(styles["streak"], data?.studiedToday && styles["kept"])}>
      <FlameIcon filled={data?.studiedToday} />
      <span aria-hidden="true">{number(days)}</span>
      <VisuallyHidden>{t("shell.streak", { days })}</VisuallyHidden>
    </span>
  );
}

function Messages() {
  const { t } = useText();
  const { showStreak: hasBadges } = useAppSettings();
  const count = useUnread();
  const [location] = useLocation();
  // The page itself shows them.
  const isOpen = location === "/notifications";
  return (
    <>
      {hasBadges && count > 0 && !isOpen && <BadgeToasts />}
      <Link href="/notifications" className={styles["link"]}>
        <BellIcon />
        {count > 0 && <span className={styles["dot"]} aria-hidden="true" />}
        <VisuallyHidden>{t("shell.messages", { count })}</VisuallyHidden>
      </Link>
    </>
  );
}

const STALE_MS = 60_000;
const UNREAD = { query: { unreadOnly: "true", limit: 50 } } as const;

/** The number of new messages; badges count only if the learner shows them. */
function useUnread(): number {
  const { showStreak: hasBadges } = useAppSettings();
  const options = { staleTime: STALE_MS };
  const all = useRead(countUnreadNotifications, undefined, { ...options, enabled: hasBadges });
  const list = useRead(listNotifications, UNREAD, { ...options, enabled: !hasBadges });
  if (hasBadges) return all.data?.unreadCount ?? 0;
  return list.data?.filter(({ type }) => type !== "achievement").length ?? 0;
}
