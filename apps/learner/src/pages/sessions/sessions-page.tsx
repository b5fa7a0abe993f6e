import { Button, Empty, Headline, List, ListRow, Row, Skeleton, Stack, Text } from "@wordloom/ui";
import type { SessionEntry } from "@wordloom/contract";
import { listSessions } from "virtual:endpoints";
import { Link } from "wouter";
import { Reading } from "@wordloom/web";
import { useReadPages } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** Past sessions, newest first. */
export function SessionsPage() {
  const { t } = useText();
  const sessions = useReadPages(listSessions, { query: { perPage: 30 } });
  return (
    <Stack space={3}>
      <Row spread>
        <Headline>{t("sessions.title")}</Headline>
        <Link href="/answers">{t("answers.title")}</Link>
      </Row>
      <Reading query={sessions} heading={t("sessions.failed")} skeleton={<Shape />}>
        {({ pages }) => {
          const entries = pages.flatMap(({ data }) => data);
          if (entries.length === 0) return <None />;
          return (
            <>
              <List keyboard>
                {entries.map((entry) => (
                  <SessionRow key={entry.sessionId} entry={entry} />
                ))}
              </List>
              {sessions.hasNextPage && (
                <Button
                  busy={sessions.isFetchingNextPage}
                  onClick={() => void sessions.fetchNextPage()}
                >
                  {t("sessions.more")}
                </Button>
              )}
            </>
          );
        }}
      </Reading>
    </Stack>
  );
}

function SessionRow({ entry }: { readonly entry: SessionEntry }) {
  const { t, date, duration, percent } = useText();
  return (
    <ListRow
      href={`/sessions/${entry.sessionId}`}
      detail={t("sessions.answers", {
        count: entry.recordCount,
        duration: duration(entry.durationSecs),
      })}
      end={
        entry.status === "active" ? (
          t("sessions.open")
        ) : (
          <Text as="span" tone="soft" size="small" figures>
            {entry.accuracy !== null && t("sessions.right", { share: percent(entry.accuracy) })}
          </Text>
        )
      }
    >
      {date(entry.startedAt, { dateStyle: "medium", timeStyle: "short" })}
    </ListRow>
  );
}

function None() {
  const { t } = useText();
  return (
    <Empty
      heading={t("sessions.empty")}
      text={t("sessions.empty_text")}
      action={
        <Button kind="primary" href="/study">
          {t("sessions.study")}
        </Button>
      }
    />
  );
}

function Shape() {
  return (
    <Stack space={2}>
      {["a", "b", "c", "d"].map((row) => (
        <Skeleton key={row} height="3rem" />
      ))}
    </Stack>
  );
}
