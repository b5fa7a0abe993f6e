import { Button, Dialog, Form, FormActions, TextField, useForm } from "@wordloom/ui";
import { writeCenterSettings } from "virtual:endpoints";
import { refusalText } from "@wordloom/web";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";

/** The address of the wordbook center; empty restores the service's own. */
export function CenterAddress({
  address,
  onClose,
}: {
  readonly address: string | null;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { t } = text;
  const write = useWrite(writeCenterSettings);
  const form = useForm({
    initial: { url: address ?? "" },
    check: () => ({}),
    submit: async ({ url }) => {
      const wordbookCenterUrl = url.trim() === "" ? null : url.trim();
      await write.mutateAsync({ body: { wordbookCenterUrl } });
      onClose();
    },
    refused: (error) => ({ fields: { url: refusalText(error, text) } }),
  });
  return (
    <Dialog open onClose={onClose} title={t("books.center_change")}>
      <Form form={form}>
        <TextField
          label={t("books.center_address")}
          hint={t("books.center_hint")}
          type="url"
          inputMode="url"
          {...form.field("url")}
        />
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t("common.save")}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
