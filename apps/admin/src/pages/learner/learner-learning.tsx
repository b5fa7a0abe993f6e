import { Empty, Section, Stack, Table } from "@wordloom/ui";
import { Bars } from "@wordloom/ui/charts";
import type { AdminUser } from "@wordloom/contract";
import { Loaded } from "@wordloom/web";
import { listLearnerRecords, listLearnerSessions, readLearnerActivity } from "virtual:endpoints";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { Leaves, useLeaf } from "../../features/leaves/leaves.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** What the learner answered lately: by day, by session, one by one. */
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
    <Section heading={t("users.days")}>
      <Loaded of={activity} failed={t("users.part_failed")}>
        {({ days }) => {
          const total = days.reduce((sum, { count }) => sum + count, 0);
          const correct = days.reduce((sum, day) => sum + day.correct, 0);
          const dayName = (day: string) =>
            date(day, { weekday: "short", day: "numeric", timeZone: "UTC" });
          const shareOf = (right: number, all: number) => (all === 0 ? "–" : percent(right / all));
          return (
            <Bars
              label={t("users.days")}
              sentence={t("users.days_sentence", {
                answers: number(total),
                days: days.length,
                right: shareOf(correct, total),
              })}
              bars={days.map((day) => ({
                label: dayName(day.date),
                value: day.count,
                valueText: number(day.count),
                text: t("users.day_text", {
                  day: date(day.date, { dateStyle: "full", timeZone: "UTC" }),
                  answers: number(day.count),
                  right: shareOf(day.correct, day.count),
                }),
              }))}
              table={chartTable(t("users.days"), days, [
                {
                  header: t("users.day"),
                  text: ({ date: day }) => date(day, { dateStyle: "medium", timeZone: "UTC" }),
                  value: ({ date: day }) => day,
                },
                {
                  header: t("users.records"),
                  ...{ text: ({ count }) => number(count), value: ({ count }) => count },
                },
                {
                  header: t("users.right"),
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
  const leaf = useLeaf("sessions");
  const sessions = useRead(
    listLearnerSessions,
    { params: { id }, query: leaf.query },
    { keepPrevious: true },
  );
  return (
    <Section heading={t("users.learning_sessions")}>
      <Loaded of={sessions} failed={t("users.part_failed")}>
        {({ sessions: all }) => (
          <Leaves
            label={t("users.learning_sessions")}
            {...{ leaf, rows: all }}
            empty={<Empty heading={t("users.no_sessions")} />}
          >
            {(rows) => (
              <Table
                caption={t("users.learning_sessions")}
                captionHidden
                dense
                rows={rows}
                rowKey={(row) => row.id}
                columns={[
                  {
                    key: "when",
                    header: t("users.began"),
                    rowHeader: true,
                    cell: ({ createdAt }) =>
                      date(createdAt, { dateStyle: "medium", timeStyle: "short" }),
                  },
                  {
                    key: "status",
                    header: t("users.status"),
                    cell: ({ status }) => t(`users.session_${status}`),
                  },
                  {
                    key: "words",
                    header: t("users.words"),
                    align: "end",
                    cell: ({ wordsCount }) => number(wordsCount),
                  },
                  {
                    key: "right",
                    header: t("users.right"),
                    align: "end",
                    cell: ({ accuracy }) => (accuracy === null ? "–" : percent(accuracy)),
                  },
                ]}
              />
            )}
          </Leaves>
        )}
      </Loaded>
    </Section>
  );
}

function Records({ id }: OfLearner) {
  const { t, date, number } = useText();
  const leaf = useLeaf("answers");
  const records = useRead(
    listLearnerRecords,
    { params: { id }, query: leaf.query },
    { keepPrevious: true },
  );
  return (
    <Section heading={t("users.latest_answers")}>
      <Loaded of={records} failed={t("users.part_failed")}>
        {({ records: all }) => (
          <Leaves
            label={t("users.latest_answers")}
            {...{ leaf, rows: all }}
            empty={<Empty heading={t("users.no_answers")} />}
          >
            {(rows) => (
              <Table
                caption={t("users.latest_answers")}
                captionHidden
                dense
                rows={rows}
                rowKey={(row) => row.id}
                columns={[
                  {
                    key: "word",
                    header: t("users.word"),
                    rowHeader: true,
                    cell: ({ word }) => <span lang="en">{word}</span>,
                  },
                  {
                    key: "outcome",
                    header: t("users.outcome"),
                    cell: ({ isCorrect }) =>
                      isCorrect ? t("users.was_right") : t("users.was_wrong"),
                  },
                  {
                    key: "time",
                    header: t("users.response"),
                    align: "end",
                    cell: ({ responseTimeMs }) =>
                      t("users.seconds", {
                        seconds: number(Math.round(responseTimeMs / 100) / 10),
                      }),
                  },
                  {
                    key: "when",
                    oneLine: true,
                    header: t("users.when"),
                    cell: ({ createdAt }) =>
                      date(createdAt, { dateStyle: "medium", timeStyle: "short" }),
                  },
                ]}
              />
            )}
          </Leaves>
        )}
      </Loaded>
    </Section>
  );
}
