import { Checkbox, RadioGroup, Section, SelectField, Stack, Table, Text } from "@wordloom/ui";
import type { ImportPreview } from "@wordloom/contract";
import { textAttributesOf } from "../../features/question/word-language.ts";
import { useText } from "../../text/use-text.ts";
import { roleKeys } from "./column-table.tsx";
import styles from "./deck-contents.module.css";
import {
  fieldRoles,
  roles,
  suspensions,
  type ChoiceProps,
  type DeckChoices,
  type Role,
} from "./import-choices.ts";

type NoteType = ImportPreview["noteTypes"][number];

/** What a deck holds: its decks, what the fields of its notes are, and its suspended cards. */
export function DeckContents({ preview, choices, onChange }: ChoiceProps) {
  const { t } = useText();
  const { deck } = choices;
  const change = (part: Partial<DeckChoices>) =>
    onChange({ ...choices, deck: { ...deck, ...part } });
  return (
    <Section heading={t("imports.contents")}>
      <Stack space={4}>
        {preview.decks.length > 1 && <Decks preview={preview} deck={deck} onChange={change} />}
        <Text tone="soft">{t("imports.note_types_text")}</Text>
        {preview.noteTypes.map((type) => (
          <NoteTypeFields key={type.id} type={type} deck={deck} onChange={change} />
        ))}
        <RadioGroup
          label={t("imports.suspended")}
          value={deck.suspended}
          onChange={(suspended) => change({ suspended })}
          options={suspensions.map((value) => ({ value, label: t(`imports.suspended_${value}`) }))}
        />
      </Stack>
    </Section>
  );
}

interface DeckProps {
  readonly deck: DeckChoices;
  readonly onChange: (part: Partial<DeckChoices>) => void;
}

function Decks({ preview: { decks }, deck, onChange }: DeckProps & Pick<ChoiceProps, "preview">) {
  const { t } = useText();
  const taken = new Set(deck.decks ?? decks.map(({ id }) => id));
  const toggle = (id: string, isTaken: boolean) =>
    onChange({
      decks: decks.flatMap((one) =>
        (one.id === id ? isTaken : taken.has(one.id)) ? [one.id] : [],
      ),
    });
  return (
    <fieldset className={styles.decks}>
      <legend className={styles.legend}>{t("imports.decks")}</legend>
      {decks.map(({ id, name, notes, cards, reviews }) => (
        <Checkbox
          key={id}
          label={name}
          hint={t("imports.deck_numbers", { notes, cards, reviews })}
          checked={taken.has(id)}
          onChange={(isTaken) => toggle(id, isTaken)}
        />
      ))}
    </fieldset>
  );
}

function NoteTypeFields({ type, deck, onChange }: DeckProps & { readonly type: NoteType }) {
  const { t } = useText();
  const held = fieldRoles(type, deck.noteTypes);
  const options = roles.map((value) => ({ value, label: t(roleKeys[value]) }));
  const choose = (chosen: DeckChoices["noteTypes"][string] | undefined) => {
    const { [type.id]: _before, ...others } = deck.noteTypes;
    onChange({ noteTypes: chosen === undefined ? others : { ...others, [type.id]: chosen } });
  };
  const chosen = deck.noteTypes[type.id];
  const rows = type.fields.map((field, at) => ({ field, at }));
  return (
    <Stack space={1}>
      <Checkbox
        label={t("imports.note_type", { type: type.name, count: type.notes })}
        checked={held !== undefined}
        onChange={(isTaken) => choose(isTaken ? undefined : "ignore")}
      />
      {held !== undefined && (
        <Table<(typeof rows)[number]>
          caption={t("imports.fields_of", { type: type.name })}
          captionHidden
          dense
          rows={rows}
          rowKey={({ at }) => String(at)}
          columns={[
            { key: "field", header: t("imports.field"), cell: ({ field }) => field },
            {
              key: "holds",
              header: t("imports.holds"),
              cell: ({ field, at }) => (
                <div className={styles.holds}>
                  <SelectField<Role>
                    label={t("imports.column_holds", { column: field })}
                    labelHidden
                    value={held[at] ?? "ignore"}
                    options={options}
                    onChange={(role) =>
                      choose({ ...(typeof chosen === "object" ? chosen : {}), [field]: role })
                    }
                  />
                </div>
              ),
            },
            {
              key: "sample",
              header: t("imports.sample"),
              cell: ({ at }) => {
                const text = type.samples?.[at] ?? "";
                return (
                  <span className={styles.sample} {...textAttributesOf(text)}>
                    {text}
                  </span>
                );
              },
            },
          ]}
        />
      )}
    </Stack>
  );
}
