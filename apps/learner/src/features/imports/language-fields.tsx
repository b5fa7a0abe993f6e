import { Row, SelectField } from "@wordloom/ui";
import { useLanguageOptions } from "../own-words/use-language-options.ts";
import { useText } from "../../text/use-text.ts";

/** Languages of a list's words and meanings. */
export interface Languages {
  readonly language: string;
  readonly meaningLanguage: string;
}

/** The fields for them. */
export function LanguageFields({
  value,
  onChange,
}: {
  readonly value: Languages;
  readonly onChange: (value: Languages) => void;
}) {
  const { t } = useText();
  const { language, meaningLanguage } = value;
  return (
    <Row>
      <SelectField
        label={t("own-words.language")}
        options={useLanguageOptions(language)}
        value={language}
        onChange={(next) => onChange({ ...value, language: next })}
      />
      <SelectField
        label={t("own-words.meaning_language")}
        options={useLanguageOptions(meaningLanguage)}
        value={meaningLanguage}
        onChange={(next) => onChange({ ...value, meaningLanguage: next })}
      />
    </Row>
  );
}
