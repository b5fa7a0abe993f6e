import { Combobox, SelectField, Stack, Switch, toast } from "@wordloom/ui";
import type { PreferencesChange } from "@wordloom/contract";
import { changePreferences, readPreferences } from "virtual:endpoints";
import { useEffect, useRef } from "react";
import { chooseLanguage, languages, refusalText } from "@wordloom/web";
import type { Language } from "@wordloom/contract";
import { changeAppSettings, useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const names = Object.entries(languages).map(([value, label]) => ({ value, label }));
const zones = Intl.supportedValuesOf("timeZone").map((value) => ({
  value,
  label: value.replaceAll("_", " "),
}));

/** Language, time zone and sounds: from the browser, and changeable. */
export function YourDay() {
  const text = useText();
  const { t } = text;
  const { cues } = useAppSettings();
  const preferences = useRead(readPreferences);
  const { mutate } = useWrite(changePreferences);
  const change = (body: PreferencesChange) =>
    mutate(
      { body },
      { onError: (error) => toast({ text: refusalText(error, text), tone: "slip" }) },
    );
  const hasSaved = useRef(false);
  const stored = preferences.data;
  useEffect(() => {
    if (stored === undefined || hasSaved.current) return;
    hasSaved.current = true;
    // Failing here is silent: it is saved when it is changed. The language of a new account is
    // stored at its sign-in; another one's may be on its way to this browser.
    if (stored.timeZone === null) mutate({ body: { timeZone: browserZone() } });
  }, [stored, mutate]);
  return (
    <Stack space={3}>
      <SelectField
        label={t("start.language")}
        options={names}
        value={text.language}
        onChange={(language) => {
          chooseLanguage(language as Language);
          change({ language: language as Language });
        }}
      />
      <Combobox
        label={t("start.zone")}
        hint={t("start.zone_hint")}
        options={zones}
        value={stored?.timeZone ?? browserZone()}
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
