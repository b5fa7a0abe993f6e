import type { WordPublic } from "@wordloom/contract";
import type { SpokenPart } from "@wordloom/language";
import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { spokenKinds } from "../../features/question/question-kind.ts";
import { canHear, hear, hearAgain, onSounds } from "../../features/sound/word-sound.ts";
import { sound } from "../../platform/browser-sound.ts";
import type { SessionState } from "../../features/study-session/session-state.ts";

/** The sound of a word, or of a part of it, if there is any. */
export function useSpeech(
  word: WordPublic | undefined,
  part: SpokenPart = "text",
): {
  readonly canSpeak: boolean;
  /** For a press: the second one repeats slowly. */
  readonly speak: () => void;
} {
  const canSpeak = useSyncExternalStore(onSounds, () => word !== undefined && canHear(word, part));
  const speak = useCallback(() => {
    if (word !== undefined) void hearAgain(word, part);
  }, [word, part]);
  return { canSpeak, speak };
}

/** Kinds of questions that show the word. */
const showing: ReadonlySet<string> = new Set(["word-to-meaning", "recall"]);

/**
 * Speaks the word or sentence of a listening question and, if set, also shown words: new ones, and
 * those whose meaning is asked. The next screen begins in silence.
 * @param current the open question; undefined while something covers it
 * @param name    of the question: each is spoken once
 */
export function useSaid(
  current: SessionState["step"]["current"] | undefined,
  word: WordPublic | undefined,
  name: string,
  part: SpokenPart,
): void {
  const { speakOnShow } = useAppSettings();
  const say = useEffectEvent(() => {
    if (current == null || word === undefined || current.phase === "feedback") return;
    const isNew = current.phase === "introduction";
    if (!isNew && spokenKinds.has(current.kind)) void hear(word, part);
    else if (speakOnShow && (isNew || showing.has(current.kind))) void hear(word);
  });
  useEffect(() => say(), [name, current?.phase]);
  const asked = current != null && "asked" in current ? current.asked : "";
  const screen = `${current?.wordId} ${asked}`;
  // An answer interrupts nothing, since its word is still on the screen.
  useEffect(() => () => sound.stop(), [screen]);
}
