import { SelectField, Table } from "@wordloom/ui";
import type { ImportPreview } from "@wordloom/contract";
import {
  meaningAttributes,
  textAttributesOf,
  wordAttributes,
} from "../../features/question/word-language.ts";
import type { TextKey } from "../../text/keys.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./column-table.module.css";
import { roles, rolesOf, type Choices, type Role } from "./import-choices.ts";

const SHOWN_ROWS = 6;

export const roleKeys = {
  text: "own-words.text",
  meaning: "own-words.meaning",
  reading: "own-words.reading",
  pronunciation: "own-words.pronunciation",
  partOfSpeech: "own-words.part_of_speech",
  examples: "imports.role_examples",
  exampleMeanings: "imports.role_exampleMeanings",
  tags: "own-words.tags",
  audio: "imports.role_audio",
  language: "own-words.language",
  meaningLanguage: "own-words.meaning_language",
  difficulty: "imports.role_difficulty",
  ignore: "imports.role_ignore",
} as const satisfies Readonly<Record<Role, TextKey>>;

/** The first rows of a file; what each column holds can be changed in its head. */
export function ColumnTable({
  preview,
  choices,
  onChange,
}: {
  readonly preview: ImportPreview;
  readonly choices: Choices;
  readonly onChange: (columns: Choices["columns"]) => void;
}) {
  const { t } = useText();
  const held = rolesOf(preview, choices.columns);
  const options = roles.map((value) => ({ value, label: t(roleKeys[value]) }));
  const rows = preview.rows.slice(0, SHOWN_ROWS).map((cells, at) => ({ cells, id: String(at) }));
  return (
    <Table<{ readonly cells: readonly string[]; readonly id: string }>
      caption={t("imports.first_rows")}
      captionHidden
      dense
      rows={rows}
      rowKey={({ id }) => id}
      columns={preview.columns.map(({ index, header }, at) => {
        const name = header ?? t("imports.column", { number: index + 1 });
        const role = held[at] ?? "ignore";
        return {
          key: String(index),
          header: (
            <div className={styles.head}>
              <span className={styles.name}>{name}</span>
              <SelectField<Role>
                label={t("imports.column_holds", { column: name })}
                labelHidden
                value={role}
                options={options}
                onChange={(next) => onChange({ ...choices.columns, [index]: next })}
              />
            </div>
          ),
          cell: ({ cells }) => {
            const text = cells[index] ?? "";
            return (
              <span
                className={styles.cell}
                data-ignored={role === "ignore" || undefined}
                {...attributesOf(role, text, choices)}
              >
                {text}
              </span>
            );
          },
        };
      })}
    />
  );
}

/** How to show a cell. */
function attributesOf(role: Role, text: string, choices: Choices) {
  if (["text", "reading", "examples"].includes(role)) return wordAttributes(choices, text);
  return ["meaning", "exampleMeanings"].includes(role)
    ? meaningAttributes(choices, text)
    : textAttributesOf(text);
}
