import { Headline, List, Section, Skeleton, Stack, Text } from "@wordloom/ui";
import type { LearningRecord, LearningSession } from "@wordloom/contract";
import { listRecords, readSession } from "virtual:endpoints";
import { useEffect } from "react";
import { Link, useParams } from "wouter";
import { Loaded, Reading } from "@wordloom/web";
import { AnswerRow, useAnsweredWords } from "../../features/words/answer-row.tsx";
import { serviceTime } from "../../platform/service-time.ts";
import { useRead, useReadPages } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** One session: its figures, and its answers in order. */
export function SessionPage() {
  const { t } = useText();
  const { id = "" } = useParams<{ id: string }>();
  const session = useRead(readSession, { params: { id } });
  return (
    <Stack space={4}>
      <Text size="small">
        <Link href="/sessions">{t("sessions.all")}</Link>
      </Text>
      <Reading
        level={1}
        query={session}
        heading={t("sessions.one_failed")}
        skeleton={<Skeleton height="9rem" />}
      >
        {(data) => (
          <>
            <Figures session={data} />
            {data.totalCount > 0 && <Answers sessionId={id} />}
          </>
        )}
      </Reading>
    </Stack>
  );
}

function Figures({ session }: { readonly session: LearningSession }) {
  const { t, date, duration, percent } = useText();
  const { totalCount: count, correctCount, summary, createdAt, updatedAt } = session;
  const measured = (Date.parse(updatedAt) - Date.parse(createdAt)) / 1_000;
  const seconds = summary?.durationSecs ?? measured;
  const share = percent(count === 0 ? 0 : correctCount / count);
  return (
    <Stack space={1}>
      <Headline>{date(createdAt, whenOf(createdAt))}</Headline>
      <Text tone="soft">
        {count === 0
          ? t("sessions.one_none")
          : t("sessions.one_sentence", { count, duration: duration(seconds), share })}
      </Text>
    </Stack>
  );
}

/** Day and time; the year only if it differs, so that the heading fits on two lines. */
function whenOf(at: string): Intl.DateTimeFormatOptions {
  const year = (time: string | number) => new Date(time).getFullYear();
  const isThisYear = year(at) === year(serviceTime.nowMs());
  const time = { hour: "numeric", minute: "2-digit" } as const;
  return { day: "numeric", month: "long", ...(!isThisYear && { year: "numeric" }), ...time };
}

const PER_PAGE = 100;

function Answers({ sessionId }: { readonly sessionId: string }) {
  const { t } = useText();
  const records = useReadPages(listRecords, { query: { perPage: PER_PAGE, sessionId } });
  const { hasNextPage, isFetching, isError, fetchNextPage } = records;
  useEffect(() => {
    // The list starts with the first answer, which is on the last page.
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return (
    <Section ruled heading={t("sessions.answers_list")}>
      <Loaded of={records} failed={t("sessions.answers_failed")}>
        {({ pages }) => (
          <List ordered>
            {pages.toReversed().map((page) => (
              <AnswersOfPage key={page.page} records={page.data} />
            ))}
          </List>
        )}
      </Loaded>
    </Section>
  );
}

function AnswersOfPage({ records }: { readonly records: readonly LearningRecord[] }) {
  const { t, number } = useText();
  const wordOf = useAnsweredWords(records);
  const secondsOf = ({ responseTimeMs }: LearningRecord) =>
    number(responseTimeMs / 1_000, {
      style: "unit",
      unit: "second",
      unitDisplay: "short",
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
  return records.toReversed().map((record) => {
    const said = t(record.isCorrect ? "sessions.was_right" : "sessions.was_wrong");
    return (
      <AnswerRow
        key={record.id}
        record={record}
        word={wordOf(record.wordId)}
        end={`${said} · ${secondsOf(record)}`}
      />
    );
  });
}
