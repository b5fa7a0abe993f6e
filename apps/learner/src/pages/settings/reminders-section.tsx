import { Stack, Switch, Text } from "@wordloom/ui";
import { Link } from "wouter";
import { Loaded } from "@wordloom/web";
import { usePreferences } from "../../features/appearance/use-preferences.ts";
import { useText } from "../../text/use-text.ts";

/** Whether the service sends reminders about due words. */
export function RemindersSection() {
  const { t } = useText();
  const { reading, change } = usePreferences();
  return (
    <Loaded of={reading} failed={t("settings.failed")}>
      {({ notificationEnabled }) => (
        <Stack space={3}>
          <Switch
            end
            label={t("settings.remind")}
            hint={t("settings.remind_hint")}
            checked={notificationEnabled}
            onChange={(isOn) => change({ notificationEnabled: isOn })}
          />
          <Text size="small">
            <Link href="/notifications">{t("settings.to_notifications")}</Link>
          </Text>
        </Stack>
      )}
    </Loaded>
  );
}
