import {
  Button,
  ConfirmDialog,
  Dialog,
  Form,
  FormActions,
  Menu,
  TextField,
  toast,
  useForm,
} from "@wordloom/ui";
import type { Wordbook } from "@wordloom/contract";
import { changeWordbook, deleteWordbook } from "virtual:endpoints";
import { useState } from "react";
import { useLocation } from "wouter";
import { refusalText } from "@wordloom/web";
import { DeckDownload } from "../../features/exports/deck-download.tsx";
import { saveBook } from "../../server-state/own-files.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";

/** Export, and for the learner's own books rename and delete. */
export function BookMenu({ book }: { readonly book: Wordbook }) {
  const text = useText();
  const { t } = text;
  const [asks, setAsks] = useState<"deck" | "rename" | "delete">();
  const [, goTo] = useLocation();
  const remove = useWrite(deleteWordbook);
  const onError = (error: unknown) => toast({ text: refusalText(error, text), tone: "slip" });
  const save = async (format: "csv" | "txt") => {
    try {
      await saveBook(book, format);
    } catch (error) {
      onError(error);
    }
  };
  const close = () => setAsks(undefined);
  return (
    <>
      <Menu
        label={t("books.menu")}
        items={[
          { label: t("books.export_csv"), onSelect: () => void save("csv") },
          { label: t("books.export_txt"), onSelect: () => void save("txt") },
          { label: t("books.export_deck"), onSelect: () => setAsks("deck") },
          ...(book.type === "user"
            ? [
                { label: t("books.rename"), onSelect: () => setAsks("rename"), ruled: true },
                {
                  label: t("books.delete"),
                  onSelect: () => setAsks("delete"),
                  tone: "slip" as const,
                },
              ]
            : []),
        ]}
      />
      {asks === "deck" && (
        <Dialog open onClose={close} title={t("books.export_deck")}>
          <DeckDownload name={book.name} bookId={book.id} />
        </Dialog>
      )}
      {asks === "rename" && <Rename book={book} onClose={close} />}
      <ConfirmDialog
        open={asks === "delete"}
        onClose={close}
        title={t("books.delete_title", { book: book.name })}
        confirmLabel={t("books.delete")}
        cancelLabel={t("common.cancel")}
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(
            { params: { id: book.id } },
            { onError, onSuccess: () => goTo("/books", { replace: true }) },
          )
        }
      >
        {t("books.delete_text")}
      </ConfirmDialog>
    </>
  );
}

function Rename({ book, onClose }: { readonly book: Wordbook; readonly onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const change = useWrite(changeWordbook);
  const form = useForm({
    initial: { name: book.name, description: book.description },
    check: ({ name }) => ({ name: name.trim() === "" ? t("books.name_missing") : undefined }),
    submit: async (body) => {
      await change.mutateAsync({ params: { id: book.id }, body });
      onClose();
    },
    refused: (error) => ({ form: refusalText(error, text) }),
  });
  return (
    <Dialog open onClose={onClose} title={t("books.rename")}>
      <Form form={form}>
        <TextField label={t("books.new_name")} maxLength={100} {...form.field("name")} />
        <TextField label={t("books.description")} maxLength={1000} {...form.field("description")} />
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t("common.save")}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
