import { Bars } from "@wordloom/ui/charts";
import type { HourlyReport } from "@wordloom/contract";
import { readHourlyReport } from "virtual:endpoints";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { PartProps } from "./learning-range.ts";
import { ReportSection } from "./report-section.tsx";

/** The hours, in their own time zones, at which learners answer. */
export function Hours({ days }: PartProps) {
  const { t } = useText();
  const hours = useRead(readHourlyReport, { query: { days } }, { keepPrevious: true });
  return (
    <ReportSection
      heading={t("learning.hours")}
      report={hours}
      computedAt={({ computedAt }) => computedAt}
      none={t("learning.no_answers")}
      isNone={({ rows }) => rows.every(({ answers }) => answers === 0)}
    >
      {({ rows }) => <Drawn rows={rows} />}
    </ReportSection>
  );
}

/** Hours between two names below the bars; more do not fit on a phone. */
const NAMED_EVERY = 6;

function Drawn({ rows }: Pick<HourlyReport, "rows">) {
  const { t, number, percent } = useText();
  const nameOf = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  const most = rows.reduce((best, row) => (row.answers > best.answers ? row : best), rows[0]!);
  const shareText = (accuracy: number | null) => (accuracy === null ? "–" : percent(accuracy));
  return (
    <Bars
      label={t("learning.hours")}
      sentence={t("learning.hours_sentence", { hour: nameOf(most.hour) })}
      note={t("learning.hours_note")}
      bars={rows.map(({ hour, answers, accuracy, activeLearners }) => ({
        label: hour % NAMED_EVERY === 0 ? nameOf(hour) : "",
        value: answers,
        valueText: number(answers),
        text: t("learning.hour_text", {
          hour: nameOf(hour),
          count: answers,
          answers: number(answers),
          share: shareText(accuracy),
          learners: activeLearners,
        }),
      }))}
      table={chartTable(t("learning.hours"), rows, [
        { header: t("overview.hour"), text: ({ hour }) => nameOf(hour), value: ({ hour }) => hour },
        {
          header: t("learning.answers_given"),
          value: ({ answers }) => answers,
          text: ({ answers }) => number(answers),
        },
        {
          header: t("learning.share_correct"),
          value: ({ accuracy }) => accuracy,
          text: ({ accuracy }) => shareText(accuracy),
        },
        {
          header: t("app-events.learners"),
          value: ({ activeLearners }) => activeLearners,
          text: ({ activeLearners }) => number(activeLearners),
        },
      ])}
    />
  );
}
