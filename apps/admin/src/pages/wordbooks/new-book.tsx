import { Button, Dialog, Form, FormActions, TextArea, TextField, useForm } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { createSystemWordbook } from "virtual:endpoints";
import { useLocation } from "wouter";
import { useAct } from "../../features/acts/use-act.ts";
import { useText } from "../../text/use-text.ts";

/** Creates an empty system book, then opens it so that words can be added. */
export function NewBook({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const [, navigate] = useLocation();
  const create = useAct(createSystemWordbook, {
    showsRefusals: true,
    done: ({ name }) => t("wordbooks.made", { name }),
    onDone: ({ id }) => navigate(`/books/${id}`),
  });
  const form = useForm({
    initial: { name: "", description: "" },
    check: ({ name }) => ({ name: name.trim() === "" ? t("account.needed") : undefined }),
    submit: async (body) => void (await create.send({ body })),
    refused: (error) => ({ fields: { name: refusalText(error, text) } }),
  });
  return (
    <Dialog open onClose={onClose} title={t("wordbooks.create")} closable={!form.busy}>
      <Form form={form}>
        <p>{t("wordbooks.create_text")}</p>
        <TextField
          label={t("wordbooks.name")}
          autoComplete="off"
          maxLength={100}
          {...form.field("name")}
        />
        <TextArea
          label={t("wordbooks.description")}
          rows={2}
          maxLength={1_000}
          {...form.field("description")}
        />
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t("wordbooks.create")}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
