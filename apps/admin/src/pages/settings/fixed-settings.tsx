import { List, ListRow, Section, SkeletonRows, Stack, Text } from "@wordloom/ui";
import type { SettingAbout } from "@wordloom/contract";
import { Reading } from "@wordloom/web";
import { readSettingsSchema } from "virtual:endpoints";
import { useAdmin } from "../../features/access/use-admin.ts";
import { MailTest } from "../../features/mail-test/mail-test.tsx";
import { partOfSetting, settingText } from "../../features/settings/setting-places.ts";
import { useFocusSetting } from "../../features/settings/use-focus-setting.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { rangeText, shownValue, standardText } from "./setting-values.ts";
import styles from "./settings.module.css";
import { VoiceTest } from "./voice-test.tsx";
import { groupName } from "./stored-settings.tsx";

/** Settings from environment variables on the machine, and whether mail and voices work. */
export function FixedSettings() {
  const { t } = useText();
  const schema = useRead(readSettingsSchema);
  return (
    <Stack space={4}>
      <Text tone="soft">{t("settings.machine_text")}</Text>
      <Section heading={t("settings.mail")}>
        <MailTest to={useAdmin().email} />
      </Section>
      <Section heading={t("settings.speech")}>
        <VoiceTest />
      </Section>
      <Reading query={schema} heading={t("settings.failed")} skeleton={<SkeletonRows />}>
        {({ fields }) => <Groups fixed={fields.filter((it) => partOfSetting(it) === "machine")} />}
      </Reading>
    </Stack>
  );
}

function Groups({ fixed }: { readonly fixed: readonly SettingAbout[] }) {
  const text = useText();
  useFocusSetting();
  return [...Map.groupBy(fixed, ({ group }) => group)].map(([group, rows]) => (
    <Section key={group} heading={groupName(group, text)}>
      <Variables group={groupName(group, text)} rows={rows} />
    </Section>
  ));
}

function Variables({
  group,
  rows,
}: {
  readonly group: string;
  readonly rows: readonly SettingAbout[];
}) {
  const text = useText();
  const { t } = text;
  return (
    <List aria-label={group}>
      {rows.map((about) => (
        <ListRow
          key={about.key}
          detail={detailOf(about, text)}
          end={
            <>
              <Text as="div" size="small" className={styles.value}>
                {shownValue(about, about.value, text)}
              </Text>
              {t(`settings.origin_${about.origin}`)}
            </>
          }
        >
          <code id={about.key} tabIndex={-1} className={styles.name}>
            {about.key}
          </code>
        </ListRow>
      ))}
    </List>
  );
}

/** What a setting does, its range, and its default. */
function detailOf(about: SettingAbout, text: Translator): string {
  const standard = about.origin === "default" ? undefined : standardText(about, text);
  return [settingText(about, text), rangeText(about, text), standard].filter(Boolean).join(" · ");
}
