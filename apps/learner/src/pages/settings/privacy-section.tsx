import { Section, Stack, Switch, Text } from "@wordloom/ui";
import { Link } from "wouter";
import { SentenceWith } from "../../features/word-in/sentence-with.tsx";
import { changeAppSettings, useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./settings-page.module.css";

const kept = ["account", "answers", "words", "device", "browser"] as const;

/** What is stored about the learner, and what she can switch off. */
export function PrivacySection() {
  const { t } = useText();
  const { usageReports } = useAppSettings();
  return (
    <Stack space={5}>
      <Stack space={2}>
        <Switch
          end
          label={t("settings.usage")}
          hint={t("settings.usage_hint")}
          checked={usageReports}
          onChange={(isOn) => void changeAppSettings({ usageReports: isOn })}
        />
        <Text size="small" tone="soft">
          {t("settings.usage_what")}
        </Text>
      </Stack>
      <Section ruled heading={t("settings.stored")}>
        <ul className={styles.plainList}>
          {kept.map((what) => (
            <li key={what}>{t(`settings.stored_${what}`)}</li>
          ))}
        </ul>
        <Text size="small" tone="soft">
          <SentenceWith text="settings.stored_note" mark="account">
            <Link href="/settings/account">{t("settings.account")}</Link>
          </SentenceWith>
        </Text>
      </Section>
    </Stack>
  );
}
