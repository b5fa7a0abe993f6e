import { Button, Columns, Form, FormActions, TextArea, TextField, useForm } from "@wordloom/ui";
import type { WordPublic } from "@wordloom/contract";
import { refusalText } from "@wordloom/web";
import { updateWord } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { Conflicts } from "../../features/conflicts/conflicts.tsx";
import { useText } from "../../text/use-text.ts";
import { draftOf, typedOf, type TypedWord } from "./typed-word.ts";

const names = {
  text: "words.text",
  meaning: "words.meaning",
  pronunciation: "words.pronunciation",
  partOfSpeech: "words.part_of_speech",
  difficulty: "words.difficulty",
  examples: "words.examples",
  tags: "words.tags",
} as const satisfies Record<keyof TypedWord, string>;

/** All fields of a word. */
export function WordForm({ word }: { readonly word: WordPublic }) {
  const text = useText();
  const { t } = text;
  const save = useAct(updateWord, {
    showsRefusals: true,
    done: ({ text: changed }) => t("words.saved", { text: changed }),
  });
  const form = useForm({
    initial: typedOf(word),
    follows: true,
    check: (typed) => ({
      // The service ignores an empty text and keeps the old one.
      text: typed.text.trim() === "" ? t("words.needed") : undefined,
      meaning: typed.meaning.trim() === "" ? t("words.needed") : undefined,
      difficulty: draftOf(typed) === undefined ? t("words.difficulty_wrong") : undefined,
    }),
    submit: async (typed) => {
      const draft = draftOf(typed);
      if (draft !== undefined) await save.send({ params: { id: word.id }, body: draft });
    },
    refused: (error) => ({ form: refusalText(error, text) }),
  });
  return (
    <Form form={form}>
      <Columns>
        <TextField label={t("words.text")} {...form.field("text")} />
        <TextField label={t("words.pronunciation")} {...form.field("pronunciation")} />
      </Columns>
      <TextArea label={t("words.meaning")} rows={2} {...form.field("meaning")} />
      <Columns>
        <TextField label={t("words.part_of_speech")} {...form.field("partOfSpeech")} />
        <TextField
          label={t("words.difficulty")}
          hint={t("words.difficulty_hint")}
          inputMode="decimal"
          {...form.field("difficulty")}
        />
      </Columns>
      <TextArea
        label={t("words.examples")}
        hint={t("words.a_line")}
        rows={4}
        {...form.field("examples")}
      />
      <TextArea label={t("words.tags")} hint={t("words.a_line")} rows={3} {...form.field("tags")} />
      <Conflicts of={form} nameOf={(name) => t(names[name])} />
      <FormActions>
        <Button kind="primary" type="submit" busy={form.busy} disabled={!form.dirty}>
          {t("common.save")}
        </Button>
      </FormActions>
    </Form>
  );
}
