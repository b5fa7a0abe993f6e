import { Button, Dialog, Form, FormActions, RadioGroup, TextField, useForm } from "@wordloom/ui";
import type { AdminIdentity } from "@wordloom/contract";
import { createAdminAccount } from "virtual:endpoints";
import { refusalAt } from "../../features/acts/refusal-at.ts";
import { useAct } from "../../features/acts/use-act.ts";
import { useText } from "../../text/use-text.ts";

interface Values {
  readonly email: string;
  readonly password: string;
  readonly role: AdminIdentity["role"];
}

const roles = ["admin", "super_admin"] as const;

/** Creates another administrator. */
export function NewAdministrator({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const create = useAct(createAdminAccount, {
    showsRefusals: true,
    done: ({ email }) => t("settings.admin_made", { email }),
    onDone: onClose,
  });
  const needed = (value: string) => (value.trim() === "" ? t("account.needed") : undefined);
  const form = useForm<Values>({
    initial: { email: "", password: "", role: "admin" },
    check: ({ email, password }) => ({ email: needed(email), password: needed(password) }),
    submit: async (body) => void (await create.send({ body })),
    refused: (error) => refusalAt(error, fieldOf, text),
  });
  return (
    <Dialog open onClose={onClose} title={t("settings.admin_create")} closable={!form.busy}>
      <Form form={form}>
        <TextField
          label={t("account.email")}
          type="email"
          autoComplete="off"
          {...form.field("email")}
        />
        <TextField
          label={t("account.password")}
          hint={t("learners.password_rule")}
          type="password"
          autoComplete="new-password"
          {...form.field("password")}
        />
        <RadioGroup
          label={t("settings.admin_role")}
          options={roles.map((role) => ({
            value: role,
            label: t(`settings.role_${role}`),
            hint: t(`settings.role_${role}_hint`),
          }))}
          {...form.field("role")}
        />
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t("settings.admin_create")}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

const fieldOf: Readonly<Record<string, keyof Values>> = {
  ADMIN_WEAK_PASSWORD: "password",
  ADMIN_INVALID_EMAIL: "email",
  AUTH_EMAIL_EXISTS: "email",
};
