import type { WordPublic } from "@wordloom/contract";
import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { spokenKinds } from "../../features/question/question-kind.ts";
import { wordLanguage } from "../../features/question/word-language.ts";
import type { SessionState } from "../../features/study-session/session-state.ts";
import { sound } from "../../platform/browser-sound.ts";

/** The voice for a word, if the browser has one for its language; never that of another. */
export function useSpeech(word: WordPublic | undefined): {
  readonly canSpeak: boolean;
  readonly speak: () => void;
} {
  const { accent } = useAppSettings();
  const language = wordLanguage(word ?? {});
  const text = word?.text ?? "";
  const canSpeak = useSyncExternalStore(
    (listener) => sound.onVoices(listener),
    () => language !== undefined && sound.canSpeak(language),
  );
  const speak = useCallback(() => {
    if (language !== undefined) void sound.speak({ text, language, accent });
  }, [text, language, accent]);
  return { canSpeak, speak };
}

/** Kinds of questions that show the word. */
const showing: ReadonlySet<string> = new Set(["word-to-meaning", "recall"]);

/**
 * Speaks the word of a listening question and, if set, also shown words: new ones, and those whose
 * meaning is asked.
 * @param current the open question; undefined while something covers it
 * @param name    of the question: each is spoken once
 */
export function useSaid(
  current: SessionState["step"]["current"] | undefined,
  word: WordPublic | undefined,
  name: string,
): void {
  const { speakOnShow } = useAppSettings();
  const { speak } = useSpeech(word);
  const say = useEffectEvent(() => {
    if (current == null || current.phase === "feedback") return;
    const isNew = current.phase === "introduction";
    if (!isNew && spokenKinds.has(current.kind)) speak();
    else if (speakOnShow && (isNew || showing.has(current.kind))) speak();
  });
  useEffect(() => say(), [name, current?.phase]);
}
