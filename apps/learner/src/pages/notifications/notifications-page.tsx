import {
  Badge as Mark,
  Empty,
  Headline,
  List,
  ListRow,
  Progress,
  Section,
  Skeleton,
  Stack,
  Text,
} from "@wordloom/ui";
import type { Badge, Notification } from "@wordloom/contract";
import {
  listBadges,
  listNotifications,
  readAllNotifications,
  readWordBatch,
} from "virtual:endpoints";
import { useEffect, useEffectEvent, useState } from "react";
import { Reading } from "@wordloom/web";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { BadgeDrawing } from "../../features/badges/badge-drawing.tsx";
import { wordAttributes } from "../../features/question/word-language.ts";
import { serviceTime } from "../../platform/service-time.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { groupsOf, type MessageGroup } from "./message-groups.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./notifications-page.module.css";

const SHOWN = 100;

/**
 * Messages of the service, newest first, and badges with their progress, unless switched off.
 * Opening the page marks them as read; they stay marked as new while it is open.
 */
export function NotificationsPage() {
  const { t } = useText();
  const { showStreak: hasBadges } = useAppSettings();
  const isWanted = ({ type }: Notification) => hasBadges || type !== "achievement";
  const messages = useRead(listNotifications, { query: { limit: SHOWN } });
  const unread = useReadOnSight(messages.data?.filter(isWanted));
  return (
    <Stack space={5} className={styles.page}>
      <Stack space={3}>
        <Headline>{t("notifications.title")}</Headline>
        <Reading query={messages} heading={t("notifications.failed")} skeleton={<Shape />}>
          {(list) => <Messages list={groupsOf(list.filter(isWanted))} unread={unread} />}
        </Reading>
      </Stack>
      {hasBadges && <Badges />}
    </Stack>
  );
}

/** Marks new messages as read. @returns ids of those that were new during this visit */
function useReadOnSight(list: readonly Notification[] | undefined): ReadonlySet<string> {
  const { mutate } = useWrite(readAllNotifications);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const ids = (list ?? []).filter(({ read }) => !read).map(({ id }) => id);
  const isNews = ids.some((id) => !seen.has(id));
  if (isNews) setSeen(new Set([...seen, ...ids]));
  const markRead = useEffectEvent(() => {
    if (seen.size > 0) mutate({});
  });
  useEffect(() => markRead(), [seen]);
  return seen;
}

function Messages({
  list,
  unread,
}: {
  readonly list: readonly MessageGroup[];
  readonly unread: ReadonlySet<string>;
}) {
  const { t, relative } = useText();
  const nowMs = serviceTime.nowMs();
  if (list.length === 0) return <None />;
  return (
    <List>
      {list.map(({ first, others }) => {
        const isNew = [first, ...others].some(({ id }) => unread.has(id));
        const isOne = others.length === 0;
        const href = isOne ? first.wordId && `/words/${first.wordId}` : "/study";
        return (
          <ListRow
            key={first.id}
            detail={isOne ? first.message : <WordsOf messages={[first, ...others]} />}
            {...(href !== undefined && { href })}
            end={relative(first.createdAt, nowMs)}
          >
            {isOne ? first.title : t("notifications.overdue", { count: 1 + others.length })}{" "}
            {isNew && <Mark>{t("notifications.unread")}</Mark>}
          </ListRow>
        );
      })}
    </List>
  );
}

function WordsOf({ messages }: { readonly messages: readonly Notification[] }) {
  const { list } = useText();
  const ids = messages.flatMap(({ wordId }) => wordId ?? []);
  const words = useRead(readWordBatch, { body: { ids } }).data ?? [];
  return <span {...wordAttributes(words[0] ?? {})}>{list(words.map(({ text }) => text))}</span>;
}

function Badges() {
  const { t } = useText();
  const badges = useRead(listBadges);
  return (
    <Section ruled heading={t("notifications.badges")}>
      <Reading query={badges} heading={t("notifications.badges_failed")} skeleton={<Shape />}>
        {(list) => (
          <ul className={styles.badges}>
            {list.map((badge) => (
              <BadgeRow key={badge.id} badge={badge} />
            ))}
          </ul>
        )}
      </Reading>
    </Section>
  );
}

function BadgeRow({ badge }: { readonly badge: Badge }) {
  const { t, date, percent } = useText();
  const said =
    badge.unlockedAt === null
      ? t("notifications.progress", { share: percent(badge.progress) })
      : t("notifications.reached", { date: date(badge.unlockedAt) });
  return (
    <li className={styles.badge}>
      <BadgeDrawing badge={badge} size={72} />
      <div className={styles.badgeText}>
        <p className={styles.name}>{badge.name}</p>
        <Text size="small" tone="soft">
          {badge.description}
        </Text>
        {!badge.unlocked && <Progress size="thin" label={badge.name} value={badge.progress} />}
        <Text size="small" tone={badge.unlocked ? "ink" : "soft"}>
          {said}
        </Text>
      </div>
    </li>
  );
}

function None() {
  const { t } = useText();
  return <Empty heading={t("notifications.empty")} text={t("notifications.empty_text")} />;
}

function Shape() {
  return (
    <Stack space={2}>
      <Skeleton height="3rem" />
      <Skeleton height="3rem" />
    </Stack>
  );
}
