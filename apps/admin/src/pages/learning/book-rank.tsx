import { Anchor, Table } from "@wordloom/ui";
import type { WordbookRank } from "@wordloom/contract";
import { rankWordbooks } from "virtual:endpoints";
import { chartTable } from "../../features/chart-csv/chart-table.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import type { PartProps } from "./learning-range.ts";
import { ReportSection } from "./report-section.tsx";

type Book = WordbookRank["rows"][number];

const LIMIT = 20;

/** The wordbooks whose words were answered most. */
export function BookRank({ days }: PartProps) {
  const text = useText();
  const { t, number } = text;
  const rank = useRead(rankWordbooks, { query: { days, limit: LIMIT } }, { keepPrevious: true });
  const heading = t("learning.books");
  return (
    <ReportSection
      heading={heading}
      report={rank}
      computedAt={({ computedAt }) => computedAt}
      none={t("learning.no_books")}
      isNone={({ rows }) => rows.length === 0}
      table={chartTable(heading, rank.data?.rows ?? [], columnsIn(text))}
    >
      {({ rows }) => (
        <Table
          caption={heading}
          captionHidden
          dense
          rows={rows}
          rowKey={({ wordbookId }) => wordbookId}
          columns={[
            {
              key: "name",
              header: t("learning.book"),
              rowHeader: true,
              cell: ({ wordbookId, name }) => <Anchor href={`/books/${wordbookId}`}>{name}</Anchor>,
            },
            { key: "kind", header: t("learning.kind"), cell: (book) => kindOf(book, text) },
            {
              key: "learners",
              header: t("app-events.learners"),
              align: "end",
              cell: ({ learners }) => number(learners),
            },
            {
              key: "answers",
              header: t("learning.answers_given"),
              align: "end",
              cell: ({ answers }) => number(answers),
            },
            {
              key: "mastered",
              header: t("learning.mastered_share"),
              align: "end",
              cell: (book) => masteredText(book, text),
            },
          ]}
        />
      )}
    </ReportSection>
  );
}

const kindOf = ({ type }: Book, { t }: Translator) => t(`learning.kind_${type}`);

function masteredText({ masteredPct }: Book, { percent }: Translator): string {
  return masteredPct === null ? "–" : percent(masteredPct / 100);
}

function columnsIn(text: Translator) {
  const { t, number } = text;
  return [
    { header: t("learning.book"), text: ({ name }: Book) => name, value: ({ name }: Book) => name },
    {
      header: t("learning.kind"),
      text: (book: Book) => kindOf(book, text),
      value: ({ type }: Book) => type,
    },
    {
      header: t("app-events.learners"),
      text: ({ learners }: Book) => number(learners),
      value: ({ learners }: Book) => learners,
    },
    {
      header: t("learning.answers_given"),
      text: ({ answers }: Book) => number(answers),
      value: ({ answers }: Book) => answers,
    },
    {
      header: t("learning.mastered_share"),
      text: (book: Book) => masteredText(book, text),
      value: ({ masteredPct }: Book) => masteredPct,
    },
  ];
}
