import {
  Button,
  Form,
  FormActions,
  Row,
  Section,
  Stack,
  Text,
  TextField,
  toast,
  useForm,
} from "@wordloom/ui";
import { changeMyPassword, renameMe } from "virtual:endpoints";
import { useState } from "react";
import { refusalText } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { accountChecks } from "../../features/account/account-checks.ts";
import { NewPasswordField } from "../../features/account/password-field.tsx";
import { SignOutDialog } from "../../features/account/sign-out-dialog.tsx";
import { signInWith } from "../../server-state/account.ts";
import { ApiError, call } from "../../server-state/api.ts";
import { passwordCall } from "../../server-state/password-call.ts";
import { signIn, userChanged } from "../../server-state/sign-in.ts";
import { AccountPicture } from "./account-picture.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { ExportData, ExportDecks, TakeAlong } from "./export-data.tsx";
import { EmailSection } from "./email-section.tsx";
import { SignIns } from "./sign-ins.tsx";
import { useText } from "../../text/use-text.ts";

/** Name, picture, address, password, devices, data export, sign-out and deletion. */
export function AccountSection() {
  const { t } = useText();
  const state = useObservable(signIn);
  const [isLeaving, setIsLeaving] = useState(false);
  if (state.kind !== "in") return null;
  return (
    <Stack space={5}>
      <AccountPicture user={state.user} />
      <Name username={state.user.username} />
      <EmailSection />
      <Section ruled heading={t("settings.password")}>
        <Password email={state.user.email} />
      </Section>
      <SignIns />
      <ExportData />
      <ExportDecks />
      <TakeAlong />
      <Section ruled heading={t("settings.leave")}>
        <Text tone="soft" size="small">
          {t("settings.sign_out_text")}
        </Text>
        <Row space={1}>
          <Button onClick={() => setIsLeaving(true)}>{t("shell.sign_out")}</Button>
          <DeleteAccount email={state.user.email} />
        </Row>
        <SignOutDialog open={isLeaving} onClose={() => setIsLeaving(false)} />
      </Section>
    </Stack>
  );
}

function Name({ username }: { readonly username: string }) {
  const text = useText();
  const { t } = text;
  const checks = accountChecks(text);
  const form = useForm({
    initial: { username },
    check: (values) => ({ username: checks.username(values.username) }),
    submit: async (body) => {
      const user = await call(renameMe, { body });
      userChanged(user);
      form.reset({ username: user.username });
      toast({ text: t("settings.saved") });
    },
    refused: (error) => ({ fields: { username: refusalText(error, text) } }),
  });
  return (
    <Form form={form}>
      <TextField
        label={t("account.username")}
        autoComplete="nickname"
        {...form.field("username")}
      />
      <FormActions>
        <Button type="submit" busy={form.busy}>
          {t("common.save")}
        </Button>
      </FormActions>
    </Form>
  );
}

/** The service ends every sign-in with the old password, so this browser signs in again. */
function Password({ email }: { readonly email: string }) {
  const text = useText();
  const { t } = text;
  const checks = accountChecks(text);
  const form = useForm({
    initial: { currentPassword: "", newPassword: "" },
    check: ({ currentPassword, newPassword }) => ({
      currentPassword: checks.given(currentPassword),
      newPassword: checks.newPassword(newPassword),
    }),
    submit: async (body) => {
      await passwordCall(changeMyPassword, { body });
      await signInWith({ email, password: body.newPassword });
      form.reset();
      toast({ text: t("settings.password_changed") });
    },
    refused: (error) =>
      error instanceof ApiError && error.code === "AUTH_UNAUTHORIZED"
        ? { fields: { currentPassword: t("settings.password_wrong") } }
        : { form: refusalText(error, text) },
  });
  return (
    <Form form={form}>
      <TextField
        label={t("settings.password_current")}
        type="password"
        autoComplete="current-password"
        {...form.field("currentPassword")}
      />
      <NewPasswordField label={t("account.new_password")} {...form.field("newPassword")} />
      <FormActions>
        <Button type="submit" busy={form.busy}>
          {t("settings.password_change")}
        </Button>
      </FormActions>
    </Form>
  );
}
