import { Section, Table, Text } from "@wordloom/ui";
import type { Import } from "@wordloom/contract";
import { useText, type Translator } from "../../text/use-text.ts";
import { placeOf, sentenceOf } from "./import-problems.ts";

type Problem = Import["problems"][number];

/** Lines that cannot be used: where they are, and what to do about each. */
export function ProblemList({ file: { problems, problemCount } }: { readonly file: Import }) {
  const text = useText();
  const { t } = text;
  if (problems.length === 0) return null;
  const heading = t("imports.problems", { count: problemCount });
  return (
    <Section heading={heading} ruled>
      <Text tone="soft">{t("imports.problems_text")}</Text>
      <Table<Problem & { readonly id: string }>
        caption={heading}
        captionHidden
        dense
        rows={problems.map((problem, at) => ({ ...problem, id: String(at) }))}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "where",
            header: t("imports.column_where"),
            rowHeader: true,
            cell: ({ where }) => placeText(where, text),
          },
          {
            key: "what",
            header: t("imports.column_what"),
            cell: (problem) => <Advice problem={problem} />,
          },
        ]}
      />
      {problemCount > problems.length && (
        <Text tone="soft">{t("imports.problems_first", { count: problems.length })}</Text>
      )}
    </Section>
  );
}

function Advice({ problem: { code, message } }: { readonly problem: Problem }) {
  const { t } = useText();
  const sentence = sentenceOf(code);
  // The service says in English what this app has no sentence for.
  if (sentence === undefined) return <span lang="en">{message}</span>;
  return t(`imports.problem_${sentence}`);
}

function placeText(where: string, { t }: Translator): string {
  const place = placeOf(where);
  if (place === undefined) return where;
  const { kind, number, within } = place;
  const text = t(`imports.place_${kind}`, { number });
  return within === "" ? text : `${within}: ${text}`;
}
