import {
  Button,
  IconButton,
  CloseIcon,
  Row,
  SelectField,
  Stack,
  Text,
  TextArea,
  TextField,
  type useForm,
} from "@wordloom/ui";
import { textAttributesOf } from "../question/word-language.ts";
import { useLanguageOptions } from "./use-language-options.ts";
import { RecordingField } from "./recording-field.tsx";
import { fieldsOf, type ExampleValue, type WordValues } from "./word-values.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./word-dialog.module.css";

interface FieldsProps {
  readonly form: ReturnType<typeof useForm<WordValues>>;
  /** The library's values, shown where the learner's differ. */
  readonly library: WordValues | undefined;
}

type Single = Exclude<keyof WordValues, "examples">;

/** The library's value of a field, if the learner's is another. */
function useLibraryValue({ form, library }: FieldsProps) {
  const { t } = useText();
  return (name: Single): { readonly hint?: string } => {
    if (library === undefined || library[name].trim() === form.values[name].trim()) return {};
    const value = library[name];
    const hint = value === "" ? t("own-words.library_none") : t("own-words.library_has", { value });
    return { hint };
  };
}

/** The meaning, which every word needs. */
export function MeaningField(props: FieldsProps) {
  const { t } = useText();
  const ofLibrary = useLibraryValue(props);
  return (
    <TextArea
      label={t("own-words.meaning")}
      rows={2}
      maxLength={2_000}
      {...ofLibrary("meaning")}
      {...props.form.field("meaning")}
    />
  );
}

/** Everything else, folded away. */
export function MoreFields({
  withLanguages,
  ...props
}: FieldsProps & {
  /** Not for a library word, whose languages are the same for all. */
  readonly withLanguages: boolean;
}) {
  const { t } = useText();
  const { form, library } = props;
  const ofLibrary = useLibraryValue(props);
  return (
    <details className={styles.more}>
      <summary>{t("own-words.more")}</summary>
      <Stack space={2}>
        <TextField
          label={t("own-words.reading")}
          hint={t("own-words.reading_hint")}
          maxLength={200}
          {...ofLibrary("reading")}
          {...form.field("reading")}
        />
        <TextField
          label={t("own-words.pronunciation")}
          maxLength={200}
          {...ofLibrary("pronunciation")}
          {...form.field("pronunciation")}
        />
        <TextField
          label={t("own-words.part_of_speech")}
          maxLength={64}
          {...ofLibrary("partOfSpeech")}
          {...form.field("partOfSpeech")}
        />
        <Examples
          value={form.values.examples}
          library={library?.examples}
          onChange={(examples) => form.set("examples", examples)}
        />
        <TextField
          label={t("own-words.tags")}
          hint={t("own-words.tags_hint")}
          maxLength={1_000}
          {...ofLibrary("tags")}
          {...form.field("tags")}
        />
        <RecordingField form={form} />
        {withLanguages && <Languages form={form} />}
      </Stack>
    </details>
  );
}

function Languages({ form }: Pick<FieldsProps, "form">) {
  const { t } = useText();
  const { language, meaningLanguage } = form.values;
  return (
    <>
      <SelectField
        label={t("own-words.language")}
        options={useLanguageOptions(language)}
        {...form.field("language")}
      />
      <SelectField
        label={t("own-words.meaning_language")}
        options={useLanguageOptions(meaningLanguage)}
        {...form.field("meaningLanguage")}
      />
    </>
  );
}

const EXAMPLES_MAX = 50;

function Examples({
  value,
  library,
  onChange,
}: {
  readonly value: readonly ExampleValue[];
  readonly library: readonly ExampleValue[] | undefined;
  readonly onChange: (value: readonly ExampleValue[]) => void;
}) {
  const { t } = useText();
  const change = (at: number, part: Partial<ExampleValue>) =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const theirs = (library ?? []).filter(
    ({ sentence }) => !value.some((mine) => mine.sentence.trim() === sentence),
  );
  return (
    <Stack space={1}>
      {value.map((example, at) => (
        <Stack key={at} space={0.5}>
          <Row align="end" className={styles.example}>
            <TextField
              label={t("own-words.example", { number: at + 1 })}
              maxLength={1_000}
              value={example.sentence}
              onChange={(sentence) => change(at, { sentence })}
            />
            <IconButton
              label={t("own-words.example_remove", { number: at + 1 })}
              onClick={() => onChange(value.filter((_, index) => index !== at))}
            >
              <CloseIcon />
            </IconButton>
          </Row>
          <TextField
            label={t("own-words.translation", { number: at + 1 })}
            labelHidden
            placeholder={t("own-words.translation", { number: at + 1 })}
            maxLength={1_000}
            value={example.meaning}
            onChange={(meaning) => change(at, { meaning })}
          />
        </Stack>
      ))}
      {theirs.map(({ sentence }) => (
        <Text key={sentence} tone="soft" size="small" {...textAttributesOf(sentence)}>
          {t("own-words.library_has", { value: sentence })}
        </Text>
      ))}
      {value.length < EXAMPLES_MAX && (
        <div>
          <Button
            kind="plain"
            size="small"
            onClick={() => onChange([...value, { sentence: "", meaning: "" }])}
          >
            {t("own-words.example_add")}
          </Button>
        </div>
      )}
    </Stack>
  );
}

/** Errors before sending. */
export function useWordCheck() {
  const { t } = useText();
  return (values: WordValues) => {
    const { text, meaning } = fieldsOf(values);
    return {
      text: text === "" ? t("own-words.text_missing") : undefined,
      meaning: meaning === "" ? t("own-words.meaning_missing") : undefined,
    };
  };
}
