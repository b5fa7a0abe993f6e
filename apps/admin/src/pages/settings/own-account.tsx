import {
  Badge,
  Button,
  Form,
  FormActions,
  List,
  ListRow,
  Section,
  Stack,
  TextField,
  useForm,
} from "@wordloom/ui";
import type { AdminSession } from "@wordloom/contract";
import { Loaded, refusalText, useNowMs } from "@wordloom/web";
import { endAdminSession, listAdminSessions } from "virtual:endpoints";
import { useAct } from "../../features/acts/use-act.ts";
import { ApiError } from "../../server-state/api.ts";
import { changePassword } from "../../server-state/sign-in.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** The administrator's own password and sign-ins. */
export function OwnAccount() {
  return (
    <Stack space={4}>
      <Sessions />
      <Password />
    </Stack>
  );
}

function Sessions() {
  const { t } = useText();
  const sessions = useRead(listAdminSessions);
  return (
    <Section heading={t("settings.sessions")}>
      <Loaded of={sessions} failed={t("settings.sessions_failed")}>
        {(data) => (
          <List>
            {data.sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </List>
        )}
      </Loaded>
    </Section>
  );
}

function SessionRow({ session }: { readonly session: AdminSession }) {
  const { t, relative } = useText();
  const nowMs = useNowMs();
  const { id, ip, userAgent, lastSeenAt, current } = session;
  const end = useAct(endAdminSession, { done: () => t("settings.session_ended") });
  return (
    <ListRow
      detail={[ip, relative(lastSeenAt, nowMs)].filter(Boolean).join(" · ")}
      end={
        current ? (
          <Badge tone="firm">{t("settings.session_this")}</Badge>
        ) : (
          <Button size="small" busy={end.busy} onClick={() => end.run({ params: { id } })}>
            {t("settings.session_end")}
          </Button>
        )
      }
    >
      {userAgent ?? t("learners.unknown_app")}
    </ListRow>
  );
}

const blank = { currentPassword: "", newPassword: "" };

/** Ends every sign-in, including this one; the person then signs in with the new password. */
function Password() {
  const text = useText();
  const { t } = text;
  const needed = (value: string) => (value === "" ? t("account.needed") : undefined);
  const form = useForm({
    initial: blank,
    check: (values) => ({
      currentPassword: needed(values.currentPassword),
      newPassword: needed(values.newPassword),
    }),
    submit: changePassword,
    refused: (error) => {
      const code = error instanceof ApiError ? error.code : "";
      if (code === "AUTH_UNAUTHORIZED") {
        return { fields: { currentPassword: t("settings.password_wrong") } };
      }
      const words = refusalText(error, text);
      return code === "ADMIN_WEAK_PASSWORD" ? { fields: { newPassword: words } } : { form: words };
    },
  });
  return (
    <Section heading={t("settings.password")}>
      <Form form={form}>
        <TextField
          label={t("settings.password_now")}
          type="password"
          autoComplete="current-password"
          {...form.field("currentPassword")}
        />
        <TextField
          label={t("settings.password_new")}
          hint={t("learners.password_rule")}
          type="password"
          autoComplete="new-password"
          {...form.field("newPassword")}
        />
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t("settings.password_change")}
          </Button>
        </FormActions>
      </Form>
    </Section>
  );
}
