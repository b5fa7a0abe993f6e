import { SelectField, Stack } from "@wordloom/ui";
import { languageOptions } from "../../features/books/book-languages.ts";
import { useText } from "../../text/use-text.ts";
import type { Start } from "./use-start.ts";

/** What the learner learns, and the language of its meanings, where there are several. */
export function LanguagesStep({ start: { spoken } }: { readonly start: Start }) {
  const { t, language } = useText();
  const optionsOf = (tags: readonly string[]) => languageOptions(tags, language);
  return (
    <Stack space={3}>
      {spoken.languages.length > 0 && (
        <SelectField
          label={t("first.learn")}
          options={optionsOf(spoken.languages)}
          value={spoken.language ?? ""}
          onChange={(chosen) => spoken.choose({ language: chosen })}
        />
      )}
      {spoken.meaningLanguages.length > 1 && (
        <SelectField
          label={t("first.meanings")}
          options={optionsOf(spoken.meaningLanguages)}
          value={spoken.meaningLanguage ?? ""}
          onChange={(chosen) => spoken.choose({ meaningLanguage: chosen })}
        />
      )}
    </Stack>
  );
}
