import type { WordPublic } from "@wordloom/contract";
import { sound } from "../../platform/browser-sound.ts";
import { wordLanguage } from "../question/word-language.ts";
import { recordingOf } from "./recording.ts";

/** A word as far as its sound matters; kits of earlier versions lack some of it. */
export type SoundingWord = Pick<WordPublic, "text"> &
  Partial<Pick<WordPublic, "language" | "audioUrl">>;

/** Whether a word can be heard: as a recording, or by the browser's voice for its language. */
export function canHear(word: SoundingWord): boolean {
  const language = wordLanguage(word);
  const hasVoice = language !== undefined && sound.canSpeak(language);
  return hasVoice || recordingOf(word) !== undefined;
}

/** Lets a word be heard from the first source that works; no voice of another language says it. */
export async function hear(word: SoundingWord, accent: "uk" | "us"): Promise<void> {
  const recording = recordingOf(word)?.load;
  await sound.speak({ text: word.text, language: wordLanguage(word), accent, recording });
}
