import { useCallback, useSyncExternalStore } from "react";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { WORD_LANGUAGE } from "../../features/study-session/study-word.ts";
import { sound } from "../../platform/browser-sound.ts";

/** The voice for words, where the browser has one. */
export function useSpeech(): {
  readonly canSpeak: boolean;
  readonly speak: (text: string) => void;
} {
  const { accent } = useAppSettings();
  const canSpeak = useSyncExternalStore(
    (listener) => sound.onVoices(listener),
    () => sound.canSpeak(WORD_LANGUAGE),
  );
  const speak = useCallback(
    (text: string) => void sound.speak({ text, language: WORD_LANGUAGE, accent }),
    [accent],
  );
  return { canSpeak, speak };
}
