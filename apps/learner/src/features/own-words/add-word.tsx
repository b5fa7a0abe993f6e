import {
  Button,
  Dialog,
  Form,
  FormActions,
  Notice,
  SelectField,
  TextField,
  toast,
  useForm,
} from "@wordloom/ui";
import type { Wordbook } from "@wordloom/contract";
import { foldText } from "@wordloom/language";
import { createOwnWord, listUserWordbooks, listWords } from "virtual:endpoints";
import { useDeferredValue, useState } from "react";
import { useLocation } from "wouter";
import { refusalText } from "@wordloom/web";
import { keep, readKept } from "@wordloom/web/state";
import { planChanged } from "../study-session/learner-workspace.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";
import { DictionarySuggestion } from "./dictionary-suggestion.tsx";
import { draftOf, valuesOf } from "./word-values.ts";
import { MeaningField, MoreFields, useWordCheck } from "./word-fields.tsx";

/** The languages of the word that this browser added last. */
const LAST = "added-languages";

/** Adds a word of the learner's own, to `book`, or else to one of their lists or to none. */
export function AddWord({
  book,
  onAdded,
  onClose,
}: {
  readonly book?: Wordbook;
  readonly onAdded?: () => void;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { t } = text;
  const create = useWrite(createOwnWord, { onDone: () => void planChanged() });
  const [, goTo] = useLocation();
  const lists = useRead(listUserWordbooks).data ?? [];
  const [chosen, setChosen] = useState<string>();
  // A word in no list is not studied by those who study lists.
  const listId = book?.id ?? chosen ?? lists[0]?.id ?? "";
  const last = readKept(LAST, { language: "en", meaningLanguage: text.language as string });
  const language = book?.language ?? last.language;
  const meaningLanguage = book?.meaningLanguage ?? last.meaningLanguage;
  const form = useForm({
    initial: valuesOf({ text: "", meaning: "", language, meaningLanguage }),
    check: useWordCheck(),
    submit: async (values) => {
      const body = { ...draftOf(values), ...(listId !== "" && { wordbookId: listId }) };
      const { id, text: word } = await create.mutateAsync({ body });
      keep(LAST, { language: values.language, meaningLanguage: values.meaningLanguage });
      const open = { label: t("own-words.open"), run: () => goTo(`/words/${id}`) };
      toast({ text: t("own-words.added", { word }), key: "own-word", action: open });
      onAdded?.();
      onClose();
    },
    refused: (error) => ({ form: refusalText(error, text) }),
  });
  return (
    <Dialog open onClose={onClose} title={t("own-words.add_title")}>
      <Form form={form}>
        <TextField
          label={t("own-words.text")}
          maxLength={200}
          autoCapitalize="none"
          {...form.field("text")}
        />
        <Already text={form.values.text.trim()} language={form.values.language} />
        <DictionarySuggestion form={form} />
        <MeaningField form={form} library={undefined} />
        {book === undefined && lists.length > 0 && (
          <SelectField
            label={t("own-words.list")}
            value={listId}
            options={[
              ...lists.map(({ id, name }) => ({ value: id, label: name })),
              { value: "", label: t("own-words.no_list") },
            ]}
            onChange={setChosen}
          />
        )}
        <MoreFields form={form} library={undefined} withLanguages />
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t("own-words.add")}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

/** The meanings with which the word is there already. */
function Already({ text, language }: { readonly text: string; readonly language: string }) {
  const { t, list } = useText();
  const search = useDeferredValue(text);
  const query = { search: search.slice(0, 100), page: 1, perPage: 20 };
  const found = useRead(listWords, { query }, { enabled: search !== "" }).data?.data ?? [];
  const alike = found.filter(
    (word) => foldText(word.text) === foldText(text) && word.language === language,
  );
  if (alike.length === 0) return null;
  const meaning = list(alike.map((word) => word.meaning));
  return <Notice>{t("own-words.already", { meaning })}</Notice>;
}
