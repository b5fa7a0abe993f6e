import type { LearningReport } from "@wordloom/contract";
import { readLearningReport } from "virtual:endpoints";
import { DayCurve, dayText } from "../../features/day-curve/day-curve.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { PartProps } from "./learning-range.ts";
import { ReportSection } from "./report-section.tsx";

type Day = LearningReport["rows"][number];

/** How many answers each day had, and the share of right ones. */
export function AnswersByDay({ days }: PartProps) {
  const { t } = useText();
  const learning = useRead(readLearningReport, { query: { days } }, { keepPrevious: true });
  return (
    <ReportSection
      heading={t("learning.answers")}
      report={learning}
      none={t("learning.no_answers")}
      isNone={({ rows }) => rows.every(({ answers }) => answers === 0)}
    >
      {({ rows }) => <Drawn rows={rows} />}
    </ReportSection>
  );
}

function Drawn({ rows }: Pick<LearningReport, "rows">) {
  const text = useText();
  const { t, number, percent } = text;
  const total = rows.reduce((sum, { answers }) => sum + answers, 0);
  const correct = rows.reduce((sum, row) => sum + row.correct, 0);
  const most = rows.reduce((best, row) => (row.answers > best.answers ? row : best), rows[0]!);
  const column = (name: "newWords" | "reviewAnswers" | "masteredWords") => ({
    header: t(`learning.${name}`),
    value: (row: Day) => row[name],
    text: (row: Day) => number(row[name]),
  });
  return (
    <DayCurve
      endsToday
      label={t("learning.answers")}
      sentence={t("learning.answers_sentence", {
        count: total,
        total: number(total),
        share: percent(correct / total),
        day: dayText(most.date, text),
        most: number(most.answers),
      })}
      rows={rows.map((row) => ({ ...row, day: row.date }))}
      valueText={(value) => number(value)}
      lines={[
        { name: t("learning.answers_given"), value: ({ answers }) => answers },
        { name: t("learning.correct"), tone: "soft", value: (row) => row.correct },
      ]}
      more={[
        {
          header: t("learning.share_correct"),
          value: ({ accuracy }) => accuracy,
          text: ({ accuracy }) => (accuracy === null ? "–" : percent(accuracy)),
        },
        ...(["newWords", "reviewAnswers", "masteredWords"] as const).map(column),
      ]}
    />
  );
}
