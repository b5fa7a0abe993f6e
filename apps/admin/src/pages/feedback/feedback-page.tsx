import { cx, Headline, Row, Stack } from "@wordloom/ui";
import { exportFeedback, listAdminFeedback, readFeedbackStats } from "virtual:endpoints";
import { useLocation, useParams } from "wouter";
import { useAddress } from "../../features/address/use-address.ts";
import { ExportButton } from "../../features/csv-export/export-button.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { FeedbackNumbers } from "./feedback-numbers.tsx";
import styles from "./feedback.module.css";
import { addressOf, givenFilters, usualInbox } from "./inbox-filter.ts";
import { InboxFilters } from "./inbox-filters.tsx";
import { Inbox } from "./inbox.tsx";
import { Thread } from "./thread.tsx";

const PER_PAGE = 25;
/** No event reports new messages, so the visible page polls. */
const REFRESH_MS = 15_000;

/** Learners' messages, with the open one next to the list; on a phone, instead of it. */
export function FeedbackPage() {
  const { t } = useText();
  const { id } = useParams();
  const [filter, change] = useAddress(usualInbox);
  const [, navigate] = useLocation();
  const given = givenFilters(filter);
  const query = { ...given, page: Number(filter.page), perPage: PER_PAGE };
  const options = { keepPrevious: true, refetchInterval: REFRESH_MS } as const;
  const messages = useRead(listAdminFeedback, { query }, options);
  const open = (next: string | undefined) => navigate(addressOf(filter, next));
  return (
    <Stack space={3} className={cx(id !== undefined && styles.reading)}>
      <Row spread align="end">
        <Summary />
        <div className={styles.aside}>
          <ExportButton
            label={t("learners.export")}
            path={exportFeedback.path}
            query={given}
            name="feedback.csv"
          />
        </div>
      </Row>
      <div className={styles.aside}>
        <FeedbackNumbers />
      </div>
      <div className={styles.aside}>
        <InboxFilters {...{ filter, change }} />
      </div>
      <div className={styles.panes}>
        <div className={styles.inbox}>
          <Inbox {...{ filter, change, messages, open }} openId={id} />
        </div>
        {id !== undefined && (
          <Thread
            key={id}
            id={id}
            inbox={addressOf(filter)}
            rows={messages.data?.data}
            open={open}
          />
        )}
      </div>
    </Stack>
  );
}

/** The headline as one sentence. */
function Summary() {
  const { t } = useText();
  const { data } = useRead(readFeedbackStats, {}, { refetchInterval: REFRESH_MS });
  if (data === undefined)
    return <Headline className={styles.summary}>{t("shell.feedback")}</Headline>;
  const { unresolved: count, unreadCount: unread } = data;
  return <Headline className={styles.summary}>{t("feedback.head", { count, unread })}</Headline>;
}
