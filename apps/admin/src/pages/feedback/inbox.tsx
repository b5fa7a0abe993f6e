import { Button, Empty, List, ListRow, Pager, SkeletonRows, Text } from "@wordloom/ui";
import type { AdminFeedbackItem, Page } from "@wordloom/contract";
import { Reading, useKeys, useNowMs } from "@wordloom/web";
import { useEffectEvent, useLayoutEffect, useRef, type ComponentProps } from "react";
import { useText } from "../../text/use-text.ts";
import styles from "./feedback.module.css";
import { categoryText } from "./category-text.ts";
import { addressOf, beside, usualInbox, type InboxFilter } from "./inbox-filter.ts";

interface InboxProps {
  readonly filter: InboxFilter;
  readonly change: (change: Partial<InboxFilter>) => void;
  readonly messages: ComponentProps<typeof Reading<Page<AdminFeedbackItem>>>["query"];
  readonly openId: string | undefined;
  readonly open: (id: string) => void;
}

/** Messages, newest first. j opens the next one, k the previous one. */
export function Inbox({ filter, change, messages, openId, open }: InboxProps) {
  const { t } = useText();
  const list = useRef<HTMLDivElement>(null);
  const ids = messages.data?.data.map(({ id }) => id) ?? [];
  const early = useRef<1 | -1>(undefined);
  const go = (step: 1 | -1) => {
    if (messages.data === undefined) early.current = step;
    const next = beside(ids, openId, step);
    if (next === undefined) return;
    open(next);
    list.current?.querySelectorAll<HTMLElement>("[data-row] a")[ids.indexOf(next)]?.focus();
  };
  useKeys({ j: () => go(1), k: () => go(-1) });
  const isThere = messages.data !== undefined;
  // Handles a key that was pressed before the messages had loaded.
  const catchUp = useEffectEvent(() => {
    if (early.current !== undefined) go(early.current);
    early.current = undefined;
  });
  useLayoutEffect(() => {
    if (isThere) catchUp();
  }, [isThere]);
  return (
    <Reading query={messages} heading={t("feedback.failed")} skeleton={<SkeletonRows rows={6} />}>
      {({ data, page, totalPages, total }) => (
        <div ref={list}>
          {data.length === 0 ? (
            <NoMessages onAll={() => change({ ...usualInbox, status: "all" })} />
          ) : (
            <List aria-label={t("shell.feedback")}>
              {data.map((message) => (
                <MessageRow key={message.id} {...{ message, filter, openId }} />
              ))}
            </List>
          )}
          <Pager
            label={t("shell.feedback")}
            page={page}
            pages={totalPages}
            text={t("feedback.page", { page, pages: totalPages, total })}
            onPage={(next) => change({ page: String(next) })}
            className={styles.pager}
          />
        </div>
      )}
    </Reading>
  );
}

function NoMessages({ onAll }: { readonly onAll: () => void }) {
  const { t } = useText();
  return (
    <Empty
      heading={t("feedback.none")}
      text={t("feedback.none_text")}
      action={<Button onClick={onAll}>{t("shell.all")}</Button>}
    />
  );
}

interface RowProps extends Pick<InboxProps, "filter" | "openId"> {
  readonly message: AdminFeedbackItem;
}

function MessageRow({ message, filter, openId }: RowProps) {
  const text = useText();
  const { t, relative } = text;
  const nowMs = useNowMs();
  const { id, content, userName, category, priority, readAt, createdAt } = message;
  const isUrgent = priority === "high" || priority === "urgent";
  return (
    <ListRow
      href={addressOf(filter, id)}
      current={id === openId}
      tone={isUrgent ? "slip" : "soft"}
      end={isUrgent ? t(`feedback.priority_${priority}`) : undefined}
      detail={
        <span className={styles.facts}>
          {readAt === null && <span className={styles.unread}>{t("feedback.new")}</span>}
          <span dir="auto">{userName ?? t("feedback.gone")}</span>
          <span>{categoryText(category, text)}</span>
          <span>{relative(createdAt, nowMs)}</span>
        </span>
      }
    >
      <Text as="span" dir="auto" className={readAt === null ? styles.unreadText : styles.text}>
        {content}
      </Text>
    </ListRow>
  );
}
