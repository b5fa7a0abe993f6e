import { Combobox, SelectField, Stack, Switch } from "@wordloom/ui";
import { useEffect, useMemo, useRef } from "react";
import { chooseLanguage, languages } from "@wordloom/web";
import type { Language } from "@wordloom/contract";
import { storePreferences } from "../../features/appearance/appearance.ts";
import { usePreferences } from "../../features/appearance/use-preferences.ts";
import { changeAppSettings, useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { timeZoneOptions } from "../../features/clock/time-zones.ts";
import { useText } from "../../text/use-text.ts";

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const names = Object.entries(languages).map(([value, label]) => ({ value, label }));

/** Language, time zone and sounds: taken from the browser, and changeable. */
export function YourDay() {
  const { t, language } = useText();
  const { cues } = useAppSettings();
  const { reading, change } = usePreferences();
  const hasSaved = useRef(false);
  const stored = reading.data;
  const zone = stored?.timeZone ?? browserZone();
  const zones = useMemo(() => timeZoneOptions(zone), [zone]);
  useEffect(() => {
    if (stored === undefined || hasSaved.current) return;
    hasSaved.current = true;
    // A failure here is silent, because a change saves it again. A new account stores its language
    // at sign-in; another account's may still be on its way to this browser.
    if (stored.timeZone === null) {
      void storePreferences({ timeZone: browserZone() }).catch(() => undefined);
    }
  }, [stored]);
  return (
    <Stack space={3}>
      <SelectField
        label={t("start.language")}
        options={names}
        value={language}
        onChange={(value) => {
          chooseLanguage(value as Language);
          change({ language: value as Language });
        }}
      />
      <Combobox
        label={t("start.zone")}
        hint={t("start.zone_hint")}
        options={zones}
        value={zone}
        onChange={(timeZone) => change({ timeZone })}
      />
      <Switch
        label={t("start.sounds")}
        hint={t("start.sounds_hint")}
        checked={cues}
        onChange={(isOn) => {
          void changeAppSettings({ cues: isOn });
          change({ soundEnabled: isOn });
        }}
      />
    </Stack>
  );
}
