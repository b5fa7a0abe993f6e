import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@wordloom/contract/client";
import { Button, Dialog, Form, FormActions, Text, TextField, toast, useForm } from "@wordloom/ui";
import { importBookFromUrl } from "virtual:endpoints";
import { useLocation } from "wouter";
import { faultText, refusalText } from "@wordloom/web";
import { importedText } from "../../features/books/imported-text.ts";
import { longCall } from "../../server-state/long-call.ts";
import { type Translator, useText } from "../../text/use-text.ts";

/** Imports a book file from any address, and opens the book. */
export function BookFromAddress({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const [, goTo] = useLocation();
  const queries = useQueryClient();
  const form = useForm({
    initial: { url: "" },
    check: ({ url }) => ({ url: addressFault(url.trim(), text) }),
    submit: async ({ url }) => {
      const reply = await longCall(importBookFromUrl, { body: { url: url.trim() } });
      toast({ text: importedText(reply, text) });
      void queries.invalidateQueries();
      goTo(`/books/${reply.wordbook.id}`);
    },
    refused: (error) => ({ fields: { url: refusedText(error, text) } }),
  });
  return (
    <Dialog open onClose={onClose} title={t("books.address_title")}>
      <Form form={form}>
        <TextField
          label={t("books.address_field")}
          hint={t("books.address_hint")}
          type="url"
          inputMode="url"
          autoComplete="off"
          {...form.field("url")}
        />
        {form.busy && (
          <Text size="small" tone="soft" role="status">
            {t("books.address_slow")}
          </Text>
        )}
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t("books.import")}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

function addressFault(url: string, { t }: Translator): string | undefined {
  if (url === "") return t("books.address_missing");
  const parsed = URL.parse(url);
  const isWeb = parsed !== null && ["http:", "https:"].includes(parsed.protocol);
  return isWeb ? undefined : t("books.address_unfit");
}

/** Replaces messages about wordbook centers with ones about a single file. */
function refusedText(error: unknown, text: Translator): string {
  const { t } = text;
  switch (error instanceof ApiError ? error.code : "") {
    case "WB_CENTER_INVALID_URL":
      return t("books.address_refused");
    case "WB_CENTER_FETCH_FAILED":
      return t("books.address_silent");
    case "WB_CENTER_TOO_LARGE":
      return faultText(error, text) ?? t("books.address_large");
    case "WB_CENTER_READ_FAILED":
      return t("books.address_broken");
    case "WB_CENTER_PARSE_FAILED":
      return faultText(error, text) ?? t("books.address_no_book");
    default:
      return refusalText(error, text);
  }
}
