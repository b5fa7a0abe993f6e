import { Button, Form, FormActions, TextField, useForm } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { changeAdminSettings } from "virtual:endpoints";
import type { ReactNode } from "react";
import { useAct } from "../acts/use-act.ts";
import { useText } from "../../text/use-text.ts";

interface AddressProps {
  /** Address of the center in use; empty if there is none. */
  readonly address: string;
  /** The only way to continue when the address is one step of several: saves what was typed. */
  readonly finish?: {
    readonly label: string;
    readonly onDone: (isChanged: boolean) => void;
    /** Buttons next to it. */
    readonly beside: ReactNode;
  };
}

/** The address of the operator's wordbook center; learners may use another one for themselves. */
export function CenterAddress({ address, finish }: AddressProps) {
  const text = useText();
  const { t } = text;
  const save = useAct(changeAdminSettings, {
    showsRefusals: true,
    done: () => t("wordbooks.center_saved"),
  });
  const form = useForm({
    initial: { address },
    check: () => ({}),
    submit: async (typed) => {
      const trimmed = typed.address.trim();
      const isChanged = trimmed !== address;
      if (isChanged) {
        await save.send({ body: { wordbook_center_url: trimmed === "" ? null : trimmed } });
      }
      finish?.onDone(isChanged);
    },
    refused: (error) => ({ fields: { address: refusalText(error, text) } }),
  });
  return (
    <Form form={form}>
      <TextField
        label={t("wordbooks.center_address")}
        hint={t("wordbooks.center_hint")}
        type="url"
        inputMode="url"
        spellCheck={false}
        {...form.field("address")}
      />
      {(form.dirty || finish !== undefined) && (
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy}>
            {finish?.label ?? t("common.save")}
          </Button>
          {finish?.beside}
        </FormActions>
      )}
    </Form>
  );
}
