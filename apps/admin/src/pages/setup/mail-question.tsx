import { Button, Notice, Row, Stack, Text } from "@wordloom/ui";
import { Loaded } from "@wordloom/web";
import { readSettingsSchema } from "virtual:endpoints";
import { useAdmin } from "../../features/access/use-admin.ts";
import { MailTest } from "../../features/mail-test/mail-test.tsx";
import { servicePath } from "../../platform/service-path.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import type { QuestionProps } from "./question-props.ts";

/**
 * The variable that names the mail server; its value is secret, so only whether it is set is shown.
 */
const SERVER = "SMTP_URL";
/** Without it, mails contain codes to type in instead of links. */
const ADDRESS = "PUBLIC_URL";
/** Without it, most mail servers refuse the mails. */
const SENDER = "SMTP_FROM";

const isSet = (fields: readonly { key: string; value: unknown }[], name: string) =>
  fields.some(({ key, value }) => key === name && value !== null && value !== "unset");

/**
 * Whether mail works. It is configured on the machine: this page tests it, or explains how to
 * configure it.
 */
export function MailQuestion({ onNext }: QuestionProps) {
  const { t } = useText();
  const { email } = useAdmin();
  const schema = useRead(readSettingsSchema);
  return (
    <Loaded of={schema} failed={t("settings.failed")}>
      {({ fields }) => (
        <Stack space={3}>
          {isSet(fields, SERVER) ? (
            <>
              <Text>{t("setup.mail_set")}</Text>
              {!isSet(fields, ADDRESS) && (
                <Notice tone="slip">
                  {t("setup.mail_no_address", { example: location.origin + servicePath })}
                </Notice>
              )}
              {!isSet(fields, SENDER) && <Notice tone="slip">{t("setup.mail_no_sender")}</Notice>}
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
