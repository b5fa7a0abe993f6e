import { Button, Notice, Row, Stack, Text } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { readSettingsSchema } from "virtual:endpoints";
import { useAdmin } from "../../features/access/use-admin.ts";
import { MailTest } from "../../features/mail-test/mail-test.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { QuestionProps } from "./question-props.ts";

/** The variable that names the mail server; its value is a secret, and said to be set or not. */
const SERVER = "SMTP_URL";

/** Does mail go out? It is decided on the machine: here it is tried, or said how it is done. */
export function MailQuestion({ onNext }: QuestionProps) {
  const { t } = useText();
  const { email } = useAdmin();
  const schema = useRead(readSettingsSchema);
  return (
    <Loaded of={schema} failed={t("settings.failed")}>
      {({ fields }) => (
        <Stack space={3}>
          {fields.some(({ key, value }) => key === SERVER && value === "set") ? (
            <>
              <Text>{t("setup.mail_set")}</Text>
              <MailTest to={email} />
            </>
          ) : (
            <>
              <Notice>{t("setup.mail_unset")}</Notice>
              <Text tone="soft">{t("setup.mail_without")}</Text>
            </>
          )}
          <Row>
            <Button kind="primary" onClick={() => onNext()}>
              {t("setup.go_on")}
            </Button>
          </Row>
        </Stack>
      )}
    </Loaded>
  );
}
