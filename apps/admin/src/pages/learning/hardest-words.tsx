import { Anchor, Table } from "@wordloom/ui";
import type { LearningDashboard } from "@wordloom/contract";
import { readLearningDashboard } from "virtual:endpoints";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { PartProps } from "./learning-range.ts";
import { ReportSection } from "./report-section.tsx";

type Hard = LearningDashboard["hardestWords"][number];

/** The words missed most often, among those with enough answers. */
export function HardestWords({ days }: PartProps) {
  const { t, number, percent } = useText();
  const query = { days: Number(days) };
  const learning = useRead(readLearningDashboard, { query }, { keepPrevious: true });
  const heading = t("learning.hardest");
  return (
    <ReportSection
      heading={heading}
      report={learning}
      computedAt={({ computedAt }) => computedAt}
      none={t("learning.no_hard_words")}
      isNone={({ hardestWords }) => hardestWords.length === 0}
      table={chartTable(heading, learning.data?.hardestWords ?? [], [
        { header: t("learning.word"), text: (row: Hard) => row.text, value: (row) => row.text },
        {
          header: t("learning.answers_given"),
          value: ({ answers }) => answers,
          text: ({ answers }) => number(answers),
        },
        {
          header: t("learning.share_correct"),
          value: ({ accuracy }) => accuracy,
          text: ({ accuracy }) => percent(accuracy),
        },
      ])}
    >
      {({ hardestWords }) => (
        <Table
          caption={heading}
          captionHidden
          dense
          rows={hardestWords}
          rowKey={({ wordId }) => wordId}
          columns={[
            {
              key: "word",
              header: t("learning.word"),
              rowHeader: true,
              cell: (row) => (
                <Anchor href={`/words/${row.wordId}`}>
                  <span dir="auto">{row.text}</span>
                </Anchor>
              ),
            },
            {
              key: "answers",
              header: t("learning.answers_given"),
              align: "end",
              cell: ({ answers }) => number(answers),
            },
            {
              key: "accuracy",
              header: t("learning.share_correct"),
              align: "end",
              cell: ({ accuracy }) => percent(accuracy),
            },
          ]}
        />
      )}
    </ReportSection>
  );
}
