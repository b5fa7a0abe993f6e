import { Button, Dialog, Form, FormActions, SelectField, useForm } from "@wordloom/ui";
import type { Dictionary } from "@wordloom/contract";
import { refusalText } from "@wordloom/web";
import { updateDictionary } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { useText } from "../../text/use-text.ts";
import { languageOptions } from "./language-options.ts";

/** Corrects the languages that a file stated wrongly or not at all. */
export function EditDictionary({
  dictionary: { id, title, language, meaningLanguage },
  onClose,
}: {
  readonly dictionary: Dictionary;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { t, locale } = text;
  const change = useAct(updateDictionary, {
    showsRefusals: true,
    done: () => t("dictionaries.changed", { title }),
    onDone: onClose,
  });
  const form = useForm({
    initial: { language, meaningLanguage: meaningLanguage ?? "" },
    check: () => ({}),
    submit: async (typed) => {
      const { meaningLanguage: meaning } = typed;
      const body = {
        language: typed.language,
        ...(meaning !== "" && { meaningLanguage: meaning }),
      };
      await change.send({ params: { id }, body });
    },
    refused: (error) => ({ form: refusalText(error, text) }),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("dictionaries.edit_title", { title })}
      closable={!form.busy}
    >
      <Form form={form}>
        <SelectField
          label={t("dictionaries.language")}
          options={languageOptions(locale, language)}
          {...form.field("language")}
        />
        {meaningLanguage !== null && (
          <SelectField
            label={t("dictionaries.meaning_language")}
            options={languageOptions(locale, meaningLanguage)}
            {...form.field("meaningLanguage")}
          />
        )}
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t("common.save")}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
