import { Button, Dialog, FormActions, Stack, Text, TextArea, TextField, toast } from "@wordloom/ui";
import type { ReactNode } from "react";
import { useText } from "../../text/use-text.ts";

interface ShownOnceProps {
  readonly title: string;
  /** What the secret is for. */
  readonly children: ReactNode;
  /** Names the field with the secret. */
  readonly label: string;
  /** One per line. */
  readonly secrets: readonly string[];
  readonly onClose: () => void;
}

/**
 * Secrets that the service returns only once. A press outside does not close the dialog, because
 * they could not be shown again.
 */
export function ShownOnce({ title, children, label, secrets, onClose }: ShownOnceProps) {
  const { t } = useText();
  const value = secrets.join("\n");
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    toast({ text: t("shell.copied") });
  };
  const shown = { label, value, onChange: () => {}, readOnly: true, spellCheck: false } as const;
  return (
    <Dialog open onClose={onClose} title={title} closable={false}>
      <Stack space={2}>
        {children}
        {secrets.length === 1 ? <TextField {...shown} /> : <TextArea {...shown} rows={6} />}
        <Text tone="soft" size="small">
          {t("shell.shown_once")}
        </Text>
        <FormActions>
          <Button kind="primary" onClick={() => void copy()}>
            {t("shell.copy")}
          </Button>
          <Button onClick={onClose}>{t("common.close")}</Button>
        </FormActions>
      </Stack>
    </Dialog>
  );
}
