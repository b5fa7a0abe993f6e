import { Checkbox, Combobox, Stack } from "@wordloom/ui";
import { languageChoices } from "@wordloom/language";
import { useMemo } from "react";
import { useText } from "../../text/use-text.ts";

/** As many as the service stores. */
const LANGUAGES_MAX = 8;

/** The languages that the learner learns; without chosen books, new words come from these. */
export function LearningLanguages({
  chosen,
  onChange,
}: {
  readonly chosen: readonly string[];
  readonly onChange: (languages: string[]) => void;
}) {
  const { t, language } = useText();
  const choices = useMemo(() => languageChoices(language, chosen), [language, chosen]);
  const options = choices.map(({ tag, name, ownName }) => ({
    value: tag,
    label: name,
    detail: ownName,
    keywords: tag,
  }));
  return (
    <Stack space={2}>
      {choices
        .filter(({ tag }) => chosen.includes(tag))
        .map(({ tag, name }) => (
          <Checkbox
            key={tag}
            label={name}
            checked
            onChange={() => onChange(chosen.filter((other) => other !== tag))}
          />
        ))}
      {chosen.length < LANGUAGES_MAX && (
        <Combobox
          // A chosen language joins the list above, and the field is empty again.
          key={chosen.length}
          label={t("settings.learning_add")}
          hint={t("settings.learning_hint")}
          value={undefined}
          options={options.filter(({ value }) => !chosen.includes(value))}
          onChange={(tag) => onChange([...chosen, tag])}
        />
      )}
    </Stack>
  );
}
