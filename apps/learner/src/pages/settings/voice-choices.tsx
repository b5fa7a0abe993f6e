import { languageName, primaryLanguage } from "@wordloom/language";
import { SelectField } from "@wordloom/ui";
import { useSyncExternalStore } from "react";
import { changeAppSettings, useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { serviceRegions, serviceSpeaks } from "../../features/sound/service-voices.ts";
import { onSounds } from "../../features/sound/word-sound.ts";
import { sound } from "../../platform/browser-sound.ts";
import { useText } from "../../text/use-text.ts";
import { useLanguagesOfWords } from "./use-voice-for-words.ts";

/** Stands for no choice, because an empty value of a select is no value. */
const ANY = "any";

/** The voice of each language of the learner's words in which there is a choice. */
export function VoiceChoices() {
  const { t, language: reader } = useText();
  const { voices } = useAppSettings();
  const languages = [...new Set(useLanguagesOfWords().map(primaryLanguage))];
  // A text, because a snapshot has to be equal while nothing changes.
  const known = useSyncExternalStore(onSounds, () => JSON.stringify(languages.map(voicesOf)));
  const choices = JSON.parse(known) as readonly (readonly string[])[];
  return languages.map((language, at) => {
    const names = choices[at] ?? [];
    if (names.length < 2) return null;
    const shown = (name: string) =>
      /^([A-Z]{2}|\d{3})$/.test(name) ? languageName(`${language}-${name}`, reader) : name;
    const options = [
      { value: ANY, label: t("settings.voice_any") },
      ...names.map((name) => ({ value: name, label: shown(name) })),
    ];
    const chosen = voices[language];
    const value = chosen !== undefined && names.includes(chosen) ? chosen : ANY;
    const change = (name: string) => {
      const { [language]: _, ...others } = voices;
      const voice = name === ANY ? {} : { [language]: name };
      void changeAppSettings({ voices: { ...others, ...voice } });
    };
    const label = t("settings.voice_of", { language: languageName(language, reader) });
    return (
      <SelectField key={language} label={label} value={value} options={options} onChange={change} />
    );
  });
}

/** The accents of the service where it speaks the language, otherwise the browser's voices. */
function voicesOf(language: string): string[] {
  return serviceSpeaks(language) ? serviceRegions(language) : sound.voiceNames(language);
}
