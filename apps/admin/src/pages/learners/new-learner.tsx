import { Button, Dialog, Form, FormActions, TextField, useForm } from "@wordloom/ui";
import { createLearner } from "virtual:endpoints";
import { useLocation } from "wouter";
import { refusalAt } from "../../features/acts/refusal-at.ts";
import { useAct } from "../../features/acts/use-act.ts";
import { useText } from "../../text/use-text.ts";

interface Values {
  readonly email: string;
  readonly username: string;
  readonly password: string;
}

/** Creates an account, even while registration is closed, and then opens the learner's page. */
export function NewLearner({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const [, navigate] = useLocation();
  const create = useAct(createLearner, {
    showsRefusals: true,
    done: ({ username }) => t("learners.made", { name: username }),
    onDone: ({ id }) => navigate(`/users/${id}`),
  });
  const needed = (value: string) => (value.trim() === "" ? t("account.needed") : undefined);
  const form = useForm<Values>({
    initial: { email: "", username: "", password: "" },
    check: ({ email, username, password }) => ({
      email: needed(email),
      username: needed(username),
      password: needed(password),
    }),
    submit: async (body) => void (await create.send({ body })),
    refused: (error) => refusalAt(error, fieldOf, text),
  });
  return (
    <Dialog open onClose={onClose} title={t("learners.create")} closable={!form.busy}>
      <Form form={form}>
        <TextField
          label={t("learners.email")}
          type="email"
          autoComplete="off"
          {...form.field("email")}
        />
        <TextField
          label={t("learners.name")}
          hint={t("learners.name_rule")}
          autoComplete="off"
          {...form.field("username")}
        />
        <TextField
          label={t("account.password")}
          type="password"
          hint={t("learners.password_rule")}
          autoComplete="new-password"
          {...form.field("password")}
        />
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t("learners.create")}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

const fieldOf: Readonly<Record<string, keyof Values>> = {
  AUTH_INVALID_EMAIL: "email",
  AUTH_EMAIL_EXISTS: "email",
  AUTH_INVALID_USERNAME: "username",
  AUTH_WEAK_PASSWORD: "password",
};
