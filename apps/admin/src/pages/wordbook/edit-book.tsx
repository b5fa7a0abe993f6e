import {
  Button,
  Dialog,
  Form,
  FormActions,
  TextArea,
  TextField,
  useForm,
  type Refusal,
} from "@wordloom/ui";
import type { Wordbook } from "@wordloom/contract";
import { refusalText } from "@wordloom/web";
import { changeSystemWordbook } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { ApiError } from "../../server-state/api.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { tagsOf } from "./typed-tags.ts";

interface EditProps {
  readonly book: Wordbook;
  readonly tags: readonly string[];
  readonly onClose: () => void;
}

interface Values {
  readonly name: string;
  readonly description: string;
  readonly tags: string;
}

/** Name, description and tags of a system book, as every learner sees them. */
export function EditBook({ book, tags, onClose }: EditProps) {
  const text = useText();
  const { t } = text;
  const change = useAct(changeSystemWordbook, {
    showsRefusals: true,
    done: () => t("wordbooks.changed"),
    onDone: onClose,
  });
  const form = useForm<Values>({
    initial: { name: book.name, description: book.description, tags: tags.join(", ") },
    check: ({ name }) => ({ name: name.trim() === "" ? t("account.needed") : undefined }),
    submit: async (typed) => {
      const body = { ...typed, tags: tagsOf(typed.tags) };
      await change.send({ params: { id: book.id }, body });
    },
    refused: (error) => refusalOf(error, text),
  });
  return (
    <Dialog open onClose={onClose} title={t("wordbooks.edit_title")} closable={!form.busy}>
      <Form form={form}>
        <TextField label={t("wordbooks.name")} maxLength={100} {...form.field("name")} />
        <TextArea
          label={t("wordbooks.description")}
          rows={3}
          maxLength={1_000}
          {...form.field("description")}
        />
        <TextField
          label={t("wordbooks.tags")}
          hint={t("wordbooks.tags_hint")}
          {...form.field("tags")}
        />
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

function refusalOf(error: unknown, text: Translator): Refusal<Values> {
  const code = error instanceof ApiError ? error.code : "";
  const words = refusalText(error, text);
  if (code === "WORDBOOK_INVALID_NAME") return { fields: { name: words } };
  if (code === "VALIDATION_ERROR") return { fields: { tags: text.t("wordbooks.tags_hint") } };
  return { form: words };
}
