import { Badge, Checkbox, Segmented, SelectField, Stack, Table, Text } from "@wordloom/ui";
import { textAttributesOf } from "../question/word-language.ts";
import { useText } from "../../text/use-text.ts";
import {
  choices,
  countsOf,
  outcomeOf,
  silentOf,
  type Choice,
  type JudgedLine,
  type JudgedList,
} from "./judged-list.ts";
import type { Deciding } from "./use-deciding.ts";
import styles from "./list-preview.module.css";

const tones = {
  found: "firm",
  own: "firm",
  filled: "firm",
  unknown: "slip",
  duplicate: "plain",
  invalid: "slip",
} as const;

/** What becomes of each line, and what the learner decides about it. */
export function ListPreview({
  list,
  deciding,
}: {
  readonly list: JudgedList;
  readonly deciding: Deciding;
}) {
  const { t, sentences } = useText();
  const options = useChoiceOptions();
  const { lines } = list;
  const { choiceOf, keepUnknown } = deciding;
  const silent = silentOf(list, keepUnknown);
  const differing = lines.filter(({ library }) => library !== undefined).length;
  const hasUnknown = lines.some(({ outcome }) => outcome === "unknown");
  return (
    <Stack space={2}>
      <Text role="status">
        {sentences([
          t("books.list_sum", countsOf(lines, choiceOf, keepUnknown)),
          ...(silent > 0 ? [t("books.without_meaning", { count: silent })] : []),
        ])}
      </Text>
      {differing > 0 && (
        <Stack space={1}>
          <Text>{t("own-words.differ", { count: differing })}</Text>
          <Segmented
            label={t("own-words.choice_all")}
            value={deciding.forAll}
            onChange={deciding.chooseAll}
            options={options}
          />
        </Stack>
      )}
      {hasUnknown && (
        <Checkbox
          label={t("own-words.keep_unknown")}
          checked={keepUnknown}
          onChange={deciding.setKeepUnknown}
        />
      )}
      <Outcomes lines={lines} deciding={deciding} />
    </Stack>
  );
}

function useChoiceOptions() {
  const { t } = useText();
  return choices.map((value) => ({ value, label: t(`own-words.choice_${value}`) }));
}

function Outcomes({
  lines,
  deciding,
}: Pick<JudgedList, "lines"> & { readonly deciding: Deciding }) {
  const { t } = useText();
  return (
    <Table<JudgedLine>
      caption={t("books.list_outcomes")}
      captionHidden
      dense
      rows={lines}
      rowKey={({ line }) => String(line)}
      columns={[
        { key: "line", header: t("books.column_line"), align: "end", cell: (row) => row.line },
        {
          key: "text",
          header: t("books.column_word"),
          rowHeader: true,
          cell: (row) => <span {...textAttributesOf(row.text)}>{row.text}</span>,
        },
        {
          key: "meaning",
          header: t("books.column_meaning"),
          cell: (row) => <Meaning line={row} />,
        },
        {
          key: "outcome",
          header: t("books.column_outcome"),
          cell: (row) => <Outcome line={row} deciding={deciding} />,
        },
      ]}
    />
  );
}

function Meaning({ line: { meaning, library } }: { readonly line: JudgedLine }) {
  const { t } = useText();
  const own = meaning ?? "–";
  if (library === undefined) return <span {...textAttributesOf(own)}>{own}</span>;
  return (
    <Stack space={0.5}>
      <span>{t("own-words.mine", { meaning: own })}</span>
      <span>{t("own-words.library", { meaning: library.meaning ?? "–" })}</span>
    </Stack>
  );
}

function Outcome({ line, deciding }: { readonly line: JudgedLine; readonly deciding: Deciding }) {
  const { t } = useText();
  const options = useChoiceOptions();
  const choice = deciding.choiceOf(line);
  const outcome = outcomeOf(line, choice);
  if (line.library === undefined) {
    if (outcome === undefined) return null;
    return <Badge tone={tones[outcome]}>{line.message ?? t(`books.outcome_${outcome}`)}</Badge>;
  }
  return (
    <SelectField<Choice>
      label={t("own-words.choice_line", { word: line.text })}
      labelHidden
      className={styles.choice}
      value={choice}
      options={options}
      onChange={(next) => deciding.choose(line, next)}
    />
  );
}
