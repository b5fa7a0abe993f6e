import { Button, ListRow } from "@wordloom/ui";
import type { AdminNotification } from "@wordloom/contract";
import { readAdminNotification } from "virtual:endpoints";
import { useLocation } from "wouter";
import { useAct } from "../../features/acts/use-act.ts";
import { ToneMark, type Tone } from "../../features/marks/tone-mark.tsx";
import { eventMore, sentenceText } from "../../features/sentences/sentence-text.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./notices.module.css";

const tones = {
  error: "slip",
  warning: "plain",
  info: "firm",
} as const satisfies Record<AdminNotification["severity"], Tone>;

const WHEN = { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" } as const;

/** A notice; following its link marks it as read. */
export function NoticeRow({ notice }: { readonly notice: AdminNotification }) {
  const text = useText();
  const { t, date } = text;
  const { id, severity, title, message, link, createdAt, readAt } = notice;
  const [, navigate] = useLocation();
  const read = useAct(readAdminNotification);
  const markRead = () => read.run({ params: { id } });
  const follow = () => {
    if (readAt === null) markRead();
    if (link !== null) navigate(link);
  };
  return (
    <ListRow
      lead={<ToneMark tone={tones[severity]} name={t(`notices.severity_${severity}`)} />}
      detail={`${eventMore(notice, message, text)} · ${date(createdAt, WHEN)}`}
      end={
        readAt !== null ? undefined : (
          <Button kind="plain" size="small" busy={read.busy} onClick={markRead}>
            {t("notices.read")}
          </Button>
        )
      }
      onPress={link === null ? undefined : follow}
    >
      <span className={readAt === null ? styles.unread : undefined}>
        {sentenceText("event", notice, title, text)}
      </span>
    </ListRow>
  );
}
