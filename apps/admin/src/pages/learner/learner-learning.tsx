import { Empty, Section, Stack, Table } from "@wordloom/ui";
import { Bars } from "@wordloom/ui/charts";
import type { AdminUser } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { listLearnerRecords, listLearnerSessions, readLearnerActivity } from "virtual:endpoints";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { OffsetPages, useOffsetPage } from "../../features/offset-pages/offset-pages.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** The learner's recent answers: by day, by session, one by one. */
export function LearnerLearning({ learner: { id } }: { readonly learner: AdminUser }) {
  return (
    <Stack space={4}>
      <Days id={id} />
      <Sessions id={id} />
      <Records id={id} />
    </Stack>
  );
}

interface OfLearner {
  readonly id: string;
}

function Days({ id }: OfLearner) {
  const { t, date, number, percent } = useText();
  const activity = useRead(readLearnerActivity, { params: { id } });
  return (
    <Section heading={t("learners.days")}>
      <Loaded of={activity} failed={t("learners.part_failed")}>
        {({ days }) => {
          const total = days.reduce((sum, { count }) => sum + count, 0);
          const correct = days.reduce((sum, day) => sum + day.correct, 0);
          const dayName = (day: string) =>
            date(day, { weekday: "short", day: "numeric", timeZone: "UTC" });
          const shareOf = (right: number, all: number) => (all === 0 ? "–" : percent(right / all));
          return (
            <Bars
              label={t("learners.days")}
              sentence={t("learners.days_sentence", {
                answers: number(total),
                days: days.length,
                right: shareOf(correct, total),
              })}
              bars={days.map((day) => ({
                label: dayName(day.date),
                value: day.count,
                valueText: number(day.count),
                text: t("learners.day_text", {
                  day: date(day.date, { dateStyle: "full", timeZone: "UTC" }),
                  answers: number(day.count),
                  right: shareOf(day.correct, day.count),
                }),
              }))}
              table={chartTable(t("learners.days"), days, [
                {
                  header: t("learners.day"),
                  text: ({ date: day }) => date(day, { dateStyle: "medium", timeZone: "UTC" }),
                  value: ({ date: day }) => day,
                },
                {
                  header: t("learners.records"),
                  text: ({ count }) => number(count),
                  value: ({ count }) => count,
                },
                {
                  header: t("learners.right"),
                  text: (day) => shareOf(day.correct, day.count),
                  value: ({ correct: right, count }) => (count === 0 ? null : right / count),
                },
              ])}
            />
          );
        }}
      </Loaded>
    </Section>
  );
}

function Sessions({ id }: OfLearner) {
  const { t, date, number, percent } = useText();
  const paging = useOffsetPage("sessions");
  const sessions = useRead(
    listLearnerSessions,
    { params: { id }, query: paging.query },
    { keepPrevious: true },
  );
  return (
    <Section heading={t("learners.learning_sessions")}>
      <Loaded of={sessions} failed={t("learners.part_failed")}>
        {({ sessions: all }) => (
          <OffsetPages
            label={t("learners.learning_sessions")}
            {...{ paging, rows: all }}
            empty={<Empty heading={t("learners.no_sessions")} />}
          >
            {(rows) => (
              <Table
                caption={t("learners.learning_sessions")}
                captionHidden
                dense
                rows={rows}
                rowKey={(row) => row.id}
                columns={[
                  {
                    key: "when",
                    header: t("learners.began"),
                    rowHeader: true,
                    cell: ({ createdAt }) =>
                      date(createdAt, { dateStyle: "medium", timeStyle: "short" }),
                  },
                  {
                    key: "status",
                    header: t("learners.status"),
                    cell: ({ status }) => t(`learners.session_${status}`),
                  },
                  {
                    key: "words",
                    header: t("learners.words"),
                    align: "end",
                    cell: ({ wordsCount }) => number(wordsCount),
                  },
                  {
                    key: "right",
                    header: t("learners.right"),
                    align: "end",
                    cell: ({ accuracy }) => (accuracy === null ? "–" : percent(accuracy)),
                  },
                ]}
              />
            )}
          </OffsetPages>
        )}
      </Loaded>
    </Section>
  );
}

function Records({ id }: OfLearner) {
  const { t, date, number } = useText();
  const paging = useOffsetPage("answers");
  const records = useRead(
    listLearnerRecords,
    { params: { id }, query: paging.query },
    { keepPrevious: true },
  );
  return (
    <Section heading={t("learners.latest_answers")}>
      <Loaded of={records} failed={t("learners.part_failed")}>
        {({ records: all }) => (
          <OffsetPages
            label={t("learners.latest_answers")}
            {...{ paging, rows: all }}
            empty={<Empty heading={t("learners.no_answers")} />}
          >
            {(rows) => (
              <Table
                caption={t("learners.latest_answers")}
                captionHidden
                dense
                rows={rows}
                rowKey={(row) => row.id}
                columns={[
                  {
                    key: "word",
                    header: t("learners.word"),
                    rowHeader: true,
                    cell: ({ word }) => <span dir="auto">{word}</span>,
                  },
                  {
                    key: "outcome",
                    header: t("learners.outcome"),
                    cell: ({ isCorrect }) =>
                      isCorrect ? t("learners.was_right") : t("learners.was_wrong"),
                  },
                  {
                    key: "time",
                    header: t("learners.response"),
                    align: "end",
                    cell: ({ responseTimeMs }) =>
                      t("learners.seconds", {
                        seconds: number(Math.round(responseTimeMs / 100) / 10),
                      }),
                  },
                  {
                    key: "when",
                    oneLine: true,
                    header: t("learners.when"),
                    cell: ({ createdAt }) =>
                      date(createdAt, { dateStyle: "medium", timeStyle: "short" }),
                  },
                ]}
              />
            )}
          </OffsetPages>
        )}
      </Loaded>
    </Section>
  );
}
