import { useState } from "react";
import { Button, Dialog, Form, FormActions, TextField, useForm } from "@wordloom/ui";
import { updateLearner } from "virtual:endpoints";
import { refusalAt } from "../../features/acts/refusal-at.ts";
import { useAct } from "../../features/acts/use-act.ts";
import { useText } from "../../text/use-text.ts";
import { changesOf } from "./changes-of.ts";
import type { LearnerDialogProps } from "./learner-dialog.ts";

/** Changes a learner's name or address, for example after the mailbox was lost. */
export function IdentityDialog({ learner, onClose }: LearnerDialogProps) {
  const text = useText();
  const { t } = text;
  const { id, username } = learner;
  // The learner may change one of them meanwhile.
  const [shown] = useState({ username, email: learner.email });
  const update = useAct(updateLearner, {
    showsRefusals: true,
    done: (changed) => t("learners.identity_done", { name: changed.username }),
    onDone: onClose,
  });
  const needed = (value: string) => (value.trim() === "" ? t("account.needed") : undefined);
  const form = useForm({
    initial: shown,
    check: (values) => ({ username: needed(values.username), email: needed(values.email) }),
    submit: async (values) => {
      const body = changesOf(shown, values);
      if (Object.keys(body).length === 0) onClose();
      else await update.send({ params: { id }, body });
    },
    refused: (error) => refusalAt(error, fieldOf, text),
  });
  return (
    <Dialog open onClose={onClose} title={t("learners.identity_title", { name: username })}>
      <Form form={form}>
        <p>{t("learners.identity_text")}</p>
        <TextField
          label={t("learners.name")}
          hint={t("learners.name_rule")}
          autoComplete="off"
          {...form.field("username")}
        />
        <TextField
          label={t("learners.email")}
          type="email"
          autoComplete="off"
          {...form.field("email")}
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

const fieldOf: Readonly<Record<string, "username" | "email">> = {
  AUTH_INVALID_EMAIL: "email",
  AUTH_EMAIL_EXISTS: "email",
  AUTH_INVALID_USERNAME: "username",
};
