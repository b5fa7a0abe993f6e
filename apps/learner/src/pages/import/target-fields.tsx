import { RadioGroup, Row, Section, SelectField, Stack, TextField } from "@wordloom/ui";
import type { Wordbook } from "@wordloom/contract";
import { LanguageFields } from "../../features/imports/language-fields.tsx";
import { useText } from "../../text/use-text.ts";
import { ReviewFields } from "./review-fields.tsx";
import { bookNameOf, isDeck, rules, type ChoiceProps, type Target } from "./import-choices.ts";

const NAME_MAX = 100;

/** Values of the list's field that are no ids. */
const NEW = "new";
const BY_DECK = "by_deck";

interface TargetProps extends ChoiceProps {
  readonly fileName: string;
  /** The learner's own books. */
  readonly books: readonly Wordbook[];
}

/** Where the words go, their languages, and what to do with those that are there already. */
export function TargetFields(props: TargetProps) {
  const { choices, onChange } = props;
  const { t } = useText();
  const { language, meaningLanguage, onDuplicate } = choices;
  return (
    <Section heading={t("imports.target")}>
      <Stack space={3}>
        <ListFields {...props} />
        <LanguageFields
          value={{ language, meaningLanguage }}
          onChange={(languages) => onChange({ ...choices, ...languages })}
        />
        <RadioGroup
          label={t("imports.duplicates")}
          value={onDuplicate}
          onChange={(rule) => onChange({ ...choices, onDuplicate: rule })}
          options={rules.map((value) => ({
            value,
            label: t(`imports.rule_${value}`),
            hint: t(`imports.rule_${value}_hint`),
          }))}
        />
        <ReviewFields {...props} />
      </Stack>
    </Section>
  );
}

function ListFields({ fileName, preview, books, choices, onChange }: TargetProps) {
  const { t } = useText();
  const { target } = choices;
  const { decks } = preview;
  const isOfDecks = isDeck(preview);
  const count = isOfDecks ? (choices.deck.decks?.length ?? decks.length) : decks.length;
  const choose = (next: Target) => onChange({ ...choices, target: next });
  return (
    <Row align="start">
      <SelectField
        label={t("own-words.list")}
        value={target.kind === "own" ? target.id : target.kind === "new" ? NEW : BY_DECK}
        options={[
          { value: NEW, label: t("imports.new_list") },
          ...(decks.length > 1
            ? [
                {
                  value: BY_DECK,
                  label: t(isOfDecks ? "imports.list_by_deck" : "imports.list_by_heading", {
                    count,
                  }),
                },
              ]
            : []),
          ...books.map((book) => ({ value: book.id, label: book.name })),
        ]}
        onChange={(value) => {
          if (value === NEW) choose({ kind: "new", name: bookNameOf(fileName) });
          else choose(value === BY_DECK ? { kind: "by_deck" } : { kind: "own", id: value });
        }}
      />
      {target.kind === "new" && (
        <TextField
          label={t("imports.new_name")}
          maxLength={NAME_MAX}
          value={target.name}
          onChange={(name) => choose({ kind: "new", name })}
        />
      )}
    </Row>
  );
}
