import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { spokenKinds } from "../../features/question/question-kind.ts";
import type { Question } from "../../features/question/question.ts";
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

/**
 * Says the word of a question that is heard, and of others as set.
 *
 * @param question while it is open
 * @param name     of the question: each is said once
 */
export function useSaid(question: Question | undefined, name: string): void {
  const { speakOnShow } = useAppSettings();
  const { speak } = useSpeech();
  const say = useEffectEvent(() => {
    if (question === undefined) return;
    const { kind, word } = question;
    if (spokenKinds.has(kind) || (speakOnShow && kind === "word-to-meaning")) speak(word.word.text);
  });
  useEffect(() => say(), [name]);
}
