import type { EngagementReport } from "@wordloom/contract";
import { readEngagement } from "virtual:endpoints";
import { DayCurve } from "../../features/day-curve/day-curve.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { PartProps } from "./learning-range.ts";
import { ReportSection } from "./report-section.tsx";

type Day = EngagementReport["rows"][number];

/** How many learners answered within one, seven and thirty days. */
export function LearnersByDay({ days }: PartProps) {
  const { t } = useText();
  const engagement = useRead(readEngagement, { query: { days } }, { keepPrevious: true });
  return (
    <ReportSection
      heading={t("learning.learners")}
      report={engagement}
      none={t("learning.no_answers")}
      isNone={({ rows }) => rows.every(({ mau }) => mau === 0)}
    >
      {(report) => <Drawn report={report} />}
    </ReportSection>
  );
}

function Drawn({ report: { rows, stickiness } }: { readonly report: EngagementReport }) {
  const { t, number, percent } = useText();
  const column = (name: keyof Day, header: string) => ({
    header,
    value: (row: Day) => row[name],
    text: (row: Day) => number(Number(row[name])),
  });
  const mean = rows.reduce((sum, { dau }) => sum + dau, 0) / Math.max(1, rows.length);
  return (
    <DayCurve
      endsToday
      label={t("learning.learners")}
      sentence={t("learning.learners_sentence", {
        mean: number(mean, { maximumFractionDigits: 1 }),
        month: rows.at(-1)?.mau ?? 0,
        share: stickiness === null ? "–" : percent(stickiness),
      })}
      rows={rows.map((row) => ({ ...row, day: row.date }))}
      valueText={(value) => number(value)}
      lines={[
        { name: t("learning.dau"), value: ({ dau }) => dau },
        { name: t("learning.wau"), tone: "soft", value: ({ wau }) => wau },
      ]}
      more={[
        column("mau", t("learning.mau")),
        column("newUsers", t("learning.kpi_newUsers")),
        column("sessions", t("learning.sessions")),
      ]}
    />
  );
}
