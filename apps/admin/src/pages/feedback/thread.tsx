import { Anchor, Headline, SkeletonRows, Stack, Text } from "@wordloom/ui";
import { useQueryClient } from "@tanstack/react-query";
import type { AdminFeedbackItem } from "@wordloom/contract";
import type { CallOutput } from "@wordloom/contract/client";
import { keyOf, Reading, useKeys } from "@wordloom/web";
import {
  changeFeedback,
  listAdminFeedback,
  readFeedback,
  readFeedbackStats,
} from "virtual:endpoints";
import { useEffect, useState } from "react";
import { useAct } from "../../features/acts/use-act.ts";
import { Facts } from "../../features/facts/facts.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { categoryText } from "./category-text.ts";
import styles from "./feedback.module.css";
import { beside } from "./inbox-filter.ts";
import { ReplyForm } from "./reply-form.tsx";
import { ThreadActs } from "./thread-acts.tsx";
import { TimelineList } from "./timeline-list.tsx";

interface ThreadProps {
  readonly id: string;
  /** The address of the inbox that it was opened from. */
  readonly inbox: string;
  /** The messages of the inbox: the next one is opened after this one is dealt with. */
  readonly rows: readonly AdminFeedbackItem[] | undefined;
  readonly open: (id: string | undefined) => void;
}

/** One message, its history, and the acts on it. e resolves, r replies. */
export function Thread({ id, inbox, rows = [], open }: ThreadProps) {
  const { t } = useText();
  const thread = useRead(readFeedback, { params: { id } });
  const item = thread.data?.item;
  useReadMark(item?.id);
  const openNext = () => {
    const ids = rows.map((row) => row.id);
    open(beside(ids, id, 1) ?? beside(ids, id, -1));
  };
  const resolve = useAct(changeFeedback, {
    done: () => t("feedback.resolved"),
    onDone: openNext,
  });
  const isDone = item === undefined || item.status === "resolved" || item.status === "closed";
  const onResolve = () => resolve.run({ params: { id }, body: { status: "resolved" as const } });
  const [replies, setReplies] = useState(false);
  useKeys({
    e: isDone || resolve.busy ? undefined : onResolve,
    // The next keystrokes already belong to the reply: as keys, its letters would resolve the
    // message and open the next.
    r: item === undefined && thread.error === null ? () => setReplies(true) : undefined,
  });
  return (
    <section className={styles.thread} aria-label={t("feedback.thread")}>
      <Anchor href={inbox} className={styles.back}>
        {t("feedback.back")}
      </Anchor>
      <Stack space={3}>
        <Reading query={thread} heading={t("feedback.one_failed")} skeleton={<SkeletonRows />}>
          {(data) => <Message {...data} />}
        </Reading>
        {(item !== undefined || replies) && (
          <ReplyForm
            {...{ id, item }}
            focused={replies}
            onResolve={isDone ? undefined : onResolve}
            resolving={resolve.busy}
          />
        )}
        {item !== undefined && <ThreadActs item={item} />}
      </Stack>
    </section>
  );
}

/** The service marks a message as read when it is opened, so lists and counts are refreshed. */
function useReadMark(id: string | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (id === undefined) return;
    for (const endpoint of [listAdminFeedback, readFeedbackStats]) {
      void queries.invalidateQueries({ queryKey: keyOf(endpoint) });
    }
  }, [id, queries]);
}

function Message({ item, replies, events }: CallOutput<typeof readFeedback>) {
  return (
    <Stack space={3}>
      <Head item={item} />
      <Text dir="auto" className={styles.content}>
        {item.content}
      </Text>
      <TimelineList {...{ replies, events }} />
    </Stack>
  );
}

function Head({ item }: { readonly item: AdminFeedbackItem }) {
  const text = useText();
  const { t, date } = text;
  const { userId, userName, createdAt, category, route, platform, appVersion } = item;
  return (
    <Stack space={1}>
      <Headline level={2} size={1}>
        {userName === undefined ? (
          t("feedback.gone")
        ) : (
          <Anchor href={`/users/${userId}`}>{userName}</Anchor>
        )}
      </Headline>
      <Facts
        rows={[
          [t("feedback.sent"), date(createdAt, { dateStyle: "medium", timeStyle: "short" })],
          [t("feedback.category"), categoryText(category, text)],
          [t("feedback.route"), route],
          [t("feedback.app"), [platform, appVersion].filter(Boolean).join(" ")],
        ]}
      />
    </Stack>
  );
}
