import { Button, Row, Section, Segmented, SelectField, Stack, Switch, Text } from "@wordloom/ui";
import type { Language } from "@wordloom/contract";
import { useSyncExternalStore } from "react";
import { chooseLanguage, languages } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { appearance, changeAppearance } from "../../features/appearance/appearance.ts";
import { changeAppSettings, useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { onSounds } from "../../features/sound/word-sound.ts";
import { sound } from "../../platform/browser-sound.ts";
import { KeyChoices } from "./key-choices.tsx";
import { usePreferences } from "../../features/appearance/use-preferences.ts";
import { VoiceChoices } from "./voice-choices.tsx";
import { useText } from "../../text/use-text.ts";

const themes = ["system", "light", "dark"] as const;
const scales = [1, 1.15, 1.3, 1.5] as const;
const SPOKEN = "Words are spoken like this.";

/** Appearance, sounds and keys of the app. */
export function InterfaceSection() {
  return (
    <Stack space={5}>
      <Looks />
      <Sounds />
      <KeyChoices />
    </Stack>
  );
}

function Looks() {
  const { t, percent, language } = useText();
  const { theme, motion, textScale } = useObservable(appearance);
  const { showPhonetics, showStreak } = useAppSettings();
  const { change } = usePreferences();
  return (
    <Stack space={3}>
      <Segmented
        label={t("settings.theme")}
        value={theme}
        options={themes.map((value) => ({ value, label: t(`settings.theme_${value}`) }))}
        onChange={(value) => {
          changeAppearance({ theme: value });
          change({ theme: value });
        }}
      />
      <SelectField
        label={t("settings.language")}
        value={language}
        options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        onChange={(value) => {
          chooseLanguage(value as Language);
          change({ language: value as Language });
        }}
      />
      <Segmented
        label={t("settings.text_size")}
        value={String(textScale)}
        options={scales.map((scale) => ({ value: String(scale), label: percent(scale) }))}
        onChange={(value) => changeAppearance({ textScale: Number(value) })}
      />
      <Switch
        end
        label={t("settings.still")}
        hint={t("settings.still_hint")}
        checked={motion === "none"}
        onChange={(isStill) => changeAppearance({ motion: isStill ? "none" : "system" })}
      />
      <Switch
        end
        label={t("settings.phonetics")}
        checked={showPhonetics}
        onChange={(isOn) => void changeAppSettings({ showPhonetics: isOn })}
      />
      <Switch
        end
        label={t("settings.streak")}
        checked={showStreak}
        onChange={(isOn) => void changeAppSettings({ showStreak: isOn })}
      />
    </Stack>
  );
}

function Sounds() {
  const { t } = useText();
  const { cues, speakOnShow, soundSpeed, accent } = useAppSettings();
  const hasVoice = useSyncExternalStore(onSounds, () => sound.canSpeak("en"));
  return (
    <Section ruled heading={t("settings.sounds")}>
      <Stack space={2}>
        <Switch
          end
          label={t("settings.cues")}
          checked={cues}
          onChange={(isOn) => void changeAppSettings({ cues: isOn })}
        />
        <Switch
          end
          label={t("settings.speak")}
          checked={speakOnShow}
          onChange={(isOn) => void changeAppSettings({ speakOnShow: isOn })}
        />
        <Segmented
          label={t("settings.speed")}
          hint={t("settings.speed_hint")}
          value={soundSpeed}
          options={[
            { value: "normal", label: t("settings.speed_normal") },
            { value: "slow", label: t("settings.speed_slow") },
          ]}
          onChange={(value) => void changeAppSettings({ soundSpeed: value })}
        />
        <Segmented
          label={t("settings.accent")}
          value={accent}
          options={[
            { value: "us", label: t("settings.accent_us") },
            { value: "uk", label: t("settings.accent_uk") },
          ]}
          onChange={(value) => void changeAppSettings({ accent: value })}
        />
        <VoiceChoices />
        <Row space={1}>
          <Button size="small" onClick={() => sound.cue("right")}>
            {t("settings.test_cue")}
          </Button>
          <Button
            size="small"
            disabled={!hasVoice}
            onClick={() => void sound.speak({ text: SPOKEN, language: "en", accent })}
          >
            {t("settings.test_voice")}
          </Button>
        </Row>
        {!hasVoice && (
          <Text size="small" tone="soft">
            {t("settings.no_voice")}
          </Text>
        )}
      </Stack>
    </Section>
  );
}
