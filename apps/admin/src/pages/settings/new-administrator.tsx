import {
  Button,
  Dialog,
  Form,
  FormActions,
  RadioGroup,
  TextField,
  useForm,
  type Refusal,
} from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import type { AdminIdentity } from "@wordloom/contract";
import { createAdminAccount } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { ApiError } from "../../server-state/api.ts";
import { useText, type Translator } from "../../text/use-text.ts";

interface Values {
  readonly email: string;
  readonly password: string;
  readonly role: AdminIdentity["role"];
}

const roles = ["admin", "super_admin"] as const;

/** Another person who may work here. */
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
    refused: (error) => refusalOf(error, text),
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
          hint={t("users.password_rule")}
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

function refusalOf(error: unknown, text: Translator): Refusal<Values> {
  const words = refusalText(error, text);
  const code = error instanceof ApiError ? error.code : "";
  if (code === "ADMIN_WEAK_PASSWORD") return { fields: { password: words } };
  if (code === "ADMIN_INVALID_EMAIL" || code === "AUTH_EMAIL_EXISTS") {
    return { fields: { email: words } };
  }
  return { form: words };
}
