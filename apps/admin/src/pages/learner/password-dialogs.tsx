import { Button, Dialog, Form, FormActions, TextField, useForm } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import type { CallOutput } from "@wordloom/contract/client";
import { resetLearnerPassword, setLearnerPassword } from "virtual:endpoints";
import { useState } from "react";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useAct } from "../../features/acts/use-act.ts";
import { ApiError } from "../../server-state/api.ts";
import { ShownOnce } from "../../features/secrets/shown-once.tsx";
import { resetLink } from "../../features/secrets/reset-link.ts";
import { useText } from "../../text/use-text.ts";
import type { LearnerDialogProps } from "./learner-dialog.ts";

/** Creates a token with which the learner chooses a password; it is shown only once. */
export function ResetDialog({ learner: { id, username: name }, onClose }: LearnerDialogProps) {
  const { t } = useText();
  const [made, setMade] = useState<CallOutput<typeof resetLearnerPassword>>();
  if (made === undefined) {
    return (
      <ActDialog
        act={resetLearnerPassword}
        input={{ params: { id } }}
        onDone={setMade}
        onClose={onClose}
        title={t("learners.reset_title", { name })}
        confirmLabel={t("learners.reset_make")}
      >
        {t("learners.reset_text")}
      </ActDialog>
    );
  }
  return (
    <ShownOnce
      title={t("learners.reset_made")}
      label={t("learners.reset_link")}
      secrets={[resetLink(made.resetKey)]}
      onClose={onClose}
    >
      <p>{t("learners.reset_hand", { hours: made.expiresInHours })}</p>
    </ShownOnce>
  );
}

/** For learners who cannot receive a link: the administrator sets a password and passes it on. */
export function SetPasswordDialog({ learner, onClose }: LearnerDialogProps) {
  const text = useText();
  const { t } = text;
  const { id, username: name } = learner;
  const set = useAct(setLearnerPassword, {
    showsRefusals: true,
    done: ({ sessionsRevoked }) => t("learners.password_set", { name, sessions: sessionsRevoked }),
    onDone: onClose,
  });
  const form = useForm({
    initial: { newPassword: "" },
    check: ({ newPassword }) => ({
      newPassword: newPassword === "" ? t("account.needed") : undefined,
    }),
    submit: async (body) => void (await set.send({ params: { id }, body })),
    refused: (error) => {
      const words = refusalText(error, text);
      const isWeak = error instanceof ApiError && error.code === "AUTH_WEAK_PASSWORD";
      return isWeak ? { fields: { newPassword: words } } : { form: words };
    },
  });
  return (
    <Dialog open onClose={onClose} title={t("learners.password_title", { name })}>
      <Form form={form}>
        <p>{t("learners.password_text")}</p>
        <TextField
          label={t("learners.new_password")}
          hint={t("learners.password_rule")}
          type="password"
          autoComplete="new-password"
          {...form.field("newPassword")}
        />
        <FormActions>
          <Button kind="danger" type="submit" busy={form.busy}>
            {t("learners.set_password")}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
