import { Button, Dialog, Form, FormActions, TextField, useForm } from "@wordloom/ui";
import { createWordbook } from "virtual:endpoints";
import { useLocation } from "wouter";
import { refusalText } from "@wordloom/web";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";

/** Names a new book, then opens it to be filled. */
export function NewBook({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const [, goTo] = useLocation();
  const create = useWrite(createWordbook);
  const form = useForm({
    initial: { name: "", description: "" },
    check: ({ name }) => ({ name: name.trim() === "" ? t("books.name_missing") : undefined }),
    submit: async (body) => {
      const book = await create.mutateAsync({ body });
      goTo(`/books/${book.id}?fill`);
    },
    refused: (error) => ({ form: refusalText(error, text) }),
  });
  return (
    <Dialog open onClose={onClose} title={t("books.new")}>
      <Form form={form}>
        <TextField label={t("books.new_name")} maxLength={100} {...form.field("name")} />
        <TextField label={t("books.description")} maxLength={1000} {...form.field("description")} />
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t("books.create")}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
