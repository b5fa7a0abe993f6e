import { Headline, Headword, List, ListRow, Section, Skeleton, Stack, Text } from "@wordloom/ui";
import type { LearningRecord, LearningSession } from "@wordloom/contract";
import { listRecords, readSession, readWordBatch } from "virtual:endpoints";
import { Link, useParams } from "wouter";
import { Reading } from "@wordloom/web";
import { serviceTime } from "../../platform/service-time.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** Answers of a session are among the latest ones; older sessions show their figures alone. */
const RECORDS = 500;

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
            <Answers sessionId={id} />
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

/** Day and time; the year where it is another one, so that the heading keeps to two lines. */
function whenOf(at: string): Intl.DateTimeFormatOptions {
  const year = (time: string | number) => new Date(time).getFullYear();
  const isThisYear = year(at) === year(serviceTime.nowMs());
  const time = { hour: "numeric", minute: "2-digit" } as const;
  return { day: "numeric", month: "long", ...(!isThisYear && { year: "numeric" }), ...time };
}

function Answers({ sessionId }: { readonly sessionId: string }) {
  const { t } = useText();
  const records = useRead(listRecords, { query: { perPage: RECORDS } });
  const own = (records.data?.data ?? []).filter((record) => record.sessionId === sessionId);
  const ids = [...new Set(own.map(({ wordId }) => wordId))];
  const words = useRead(readWordBatch, { body: { ids } }, { enabled: ids.length > 0 });
  const nameOf = new Map((words.data ?? []).map(({ id, text }) => [id, text]));
  if (own.length === 0) return null;
  return (
    <Section ruled heading={t("sessions.answers_list")}>
      <List ordered>
        {own.toReversed().map((record) => (
          <AnswerRow key={record.id} record={record} name={nameOf.get(record.wordId)} />
        ))}
      </List>
    </Section>
  );
}

function AnswerRow({
  record,
  name,
}: {
  readonly record: LearningRecord;
  readonly name: string | undefined;
}) {
  const { t, number } = useText();
  const seconds = number(record.responseTimeMs / 1_000, {
    ...{ style: "unit", unit: "second", unitDisplay: "narrow" },
    ...{ minimumFractionDigits: 1, maximumFractionDigits: 1 },
  });
  const said = t(record.isCorrect ? "sessions.was_right" : "sessions.was_wrong");
  return (
    <ListRow
      href={`/words/${record.wordId}`}
      tone={record.isCorrect ? "firm" : "slip"}
      end={`${said} · ${seconds}`}
    >
      <Headword lang="en">{name ?? "…"}</Headword>
    </ListRow>
  );
}
