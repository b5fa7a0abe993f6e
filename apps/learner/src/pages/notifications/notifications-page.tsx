import {
  Badge as Mark,
  Button,
  CheckIcon,
  Empty,
  Headline,
  IconButton,
  List,
  ListRow,
  Progress,
  Section,
  Skeleton,
  Stack,
} from "@wordloom/ui";
import type { Badge, Notification } from "@wordloom/contract";
import {
  listBadges,
  listNotifications,
  readAllNotifications,
  readNotification,
} from "virtual:endpoints";
import { Reading } from "@wordloom/web";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { serviceTime } from "../../platform/service-time.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./notifications-page.module.css";

const SHOWN = 100;

/** Messages of the service, newest first, and badges with their progress, unless switched off. */
export function NotificationsPage() {
  const { t } = useText();
  const { showStreak: hasBadges } = useAppSettings();
  const isWanted = ({ type }: Notification) => hasBadges || type !== "achievement";
  const messages = useRead(listNotifications, { query: { limit: SHOWN } });
  const readAll = useWrite(readAllNotifications);
  const hasUnread = messages.data?.some((one) => !one.read && isWanted(one)) ?? false;
  return (
    <Stack space={5} className={styles.page}>
      <Stack space={3}>
        <Headline>{t("notifications.title")}</Headline>
        {hasUnread && (
          <div>
            <Button size="small" busy={readAll.isPending} onClick={() => readAll.mutate({})}>
              {t("notifications.read_all")}
            </Button>
          </div>
        )}
        <Reading query={messages} heading={t("notifications.failed")} skeleton={<Shape />}>
          {(list) => <Messages list={list.filter(isWanted)} />}
        </Reading>
      </Stack>
      {hasBadges && <Badges />}
    </Stack>
  );
}

function Messages({ list }: { readonly list: readonly Notification[] }) {
  const { t, relative } = useText();
  const read = useWrite(readNotification);
  const nowMs = serviceTime.nowMs();
  if (list.length === 0) return <None />;
  return (
    <List>
      {list.map((message) => (
        <ListRow
          key={message.id}
          detail={message.message}
          {...(message.wordId !== undefined && { href: `/words/${message.wordId}` })}
          end={
            message.read ? (
              relative(message.createdAt, nowMs)
            ) : (
              <IconButton
                label={t("notifications.read")}
                onClick={() => read.mutate({ params: { id: message.id } })}
              >
                <CheckIcon />
              </IconButton>
            )
          }
        >
          {message.title} {!message.read && <Mark>{t("notifications.unread")}</Mark>}
        </ListRow>
      ))}
    </List>
  );
}

function Badges() {
  const { t } = useText();
  const badges = useRead(listBadges);
  return (
    <Section ruled heading={t("notifications.badges")}>
      <Reading query={badges} heading={t("notifications.badges_failed")} skeleton={<Shape />}>
        {(list) => (
          <List>
            {list.map((badge) => (
              <BadgeRow key={badge.id} badge={badge} />
            ))}
          </List>
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
    <ListRow detail={badge.description} end={said} tone={badge.unlocked ? "firm" : "soft"}>
      {badge.name}
      {!badge.unlocked && (
        <Progress
          size="thin"
          label={badge.name}
          value={badge.progress}
          className={styles.progress}
        />
      )}
    </ListRow>
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
