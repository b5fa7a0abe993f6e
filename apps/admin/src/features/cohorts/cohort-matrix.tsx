import { Table, type Column } from "@wordloom/ui";
import type { ChartTable } from "@wordloom/ui/charts";
import type { CSSProperties } from "react";
import { useText, type Translator } from "../../text/use-text.ts";
import { chartTable } from "../chart-csv/chart-table.ts";
import { dayText } from "../day-curve/day-curve.tsx";
import type { Cohort } from "./cohort-mean.ts";
import styles from "./cohorts.module.css";

interface MatrixProps {
  readonly caption: string;
  readonly cohorts: readonly Cohort[];
}

/** The share of each week's new learners who came in each later week; darker means more. */
export function CohortMatrix({ caption, cohorts }: MatrixProps) {
  const text = useText();
  const { t, percent, number } = text;
  const week = (at: number): Column<Cohort> => ({
    key: String(at),
    header: t("app-events.week", { week: at }),
    align: "end",
    cell: ({ cells }) => {
      const share = cells[at];
      if (share === undefined || share === null) return null;
      return (
        <span className={styles.cell} style={{ "--share": share } as CSSProperties}>
          {percent(share)}
        </span>
      );
    },
  });
  return (
    <Table
      caption={caption}
      captionHidden
      dense
      rows={cohorts}
      rowKey={({ cohortStart }) => cohortStart}
      columns={[
        {
          key: "from",
          header: t("app-events.week_of"),
          rowHeader: true,
          cell: ({ cohortStart }) => (
            <span className={styles.day}>{dayText(cohortStart, text)}</span>
          ),
        },
        {
          key: "size",
          header: t("app-events.learners"),
          align: "end",
          cell: ({ size }) => number(size),
        },
        ...cohorts.map((_, at) => week(at)),
      ]}
    />
  );
}

/** The matrix as a table for a file. */
export function cohortTable(
  caption: string,
  cohorts: readonly Cohort[],
  { t, percent, number }: Translator,
): ChartTable {
  const begun = ({ cohortStart }: Cohort) => cohortStart;
  return chartTable(caption, cohorts, [
    { header: t("app-events.week_of"), text: begun, value: begun },
    {
      header: t("app-events.learners"),
      value: ({ size }) => size,
      text: ({ size }) => number(size),
    },
    ...cohorts.map((_, at) => ({
      header: t("app-events.week", { week: at }),
      text: ({ cells }: Cohort) => (cells[at] == null ? "" : percent(cells[at])),
      value: ({ cells }: Cohort) => cells[at] ?? null,
    })),
  ]);
}
