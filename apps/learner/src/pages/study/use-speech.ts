import type { WordPublic } from "@wordloom/contract";
import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { spokenKinds } from "../../features/question/question-kind.ts";
import { canHear, hear } from "../../features/sound/word-sound.ts";
import type { SessionState } from "../../features/study-session/session-state.ts";
import { sound } from "../../platform/browser-sound.ts";

/** The sound of a word, if there is any. */
export function useSpeech(word: WordPublic | undefined): {
  readonly canSpeak: boolean;
  readonly speak: () => void;
} {
  const { accent } = useAppSettings();
  const canSpeak = useSyncExternalStore(
    (listener) => sound.onVoices(listener),
    () => word !== undefined && canHear(word),
  );
  const speak = useCallback(() => {
    if (word !== undefined) void hear(word, accent);
  }, [word, accent]);
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
