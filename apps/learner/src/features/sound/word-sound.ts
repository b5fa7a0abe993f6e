import type { WordPublic } from "@wordloom/contract";
import { ApiError } from "@wordloom/contract/client";
import { primaryLanguage, spokenField, type SpokenPart } from "@wordloom/language";
import { connection } from "@wordloom/web";
import { sound } from "../../platform/browser-sound.ts";
import { appSettings } from "../app-settings/use-app-settings.ts";
import { meaningAttributes, wordLanguage } from "../question/word-language.ts";
import { isSoundKept, keptSoundCount } from "./kept-sounds.ts";
import { recordingOf, soundAt, type Recording } from "./recording.ts";
import { serviceRefused, serviceSpeaks, serviceVoices } from "./service-voices.ts";
import { soundPath } from "./sound-path.ts";

/** A word as far as its sound matters; kits of earlier versions lack some of it. */
export type SoundingWord = Pick<WordPublic, "text"> &
  Partial<
    Pick<
      WordPublic,
      "id" | "language" | "audioUrl" | "reading" | "meaning" | "meaningLanguage" | "examples"
    >
  >;

/** Whether a part of a word can be heard now: as a recording, or by a voice for its language. */
export function canHear(word: SoundingWord, part: SpokenPart = "text"): boolean {
  const { text, language } = spokenOf(word, part);
  if (text === "") return false;
  if (soundsOf(word, part).some(({ path }) => isReachable(path))) return true;
  return language !== undefined && sound.canSpeak(language);
}

/** Called when more or less can be heard. @returns a function that unsubscribes */
export function onSounds(listener: () => void): () => void {
  const ends = [
    sound.onVoices(listener),
    ...[serviceVoices, keptSoundCount, connection].map((one) => one.subscribe(listener)),
  ];
  return () => ends.forEach((end) => end());
}

/**
 * Lets a part of a word be heard from the first source that works: its recording, the service's
 * voice, the browser's. No voice of another language says it.
 *
 * @param isOther  at the other speed than the learner chose
 */
export async function hear(
  word: SoundingWord,
  part: SpokenPart = "text",
  isOther = false,
): Promise<void> {
  const { text, language } = spokenOf(word, part);
  const { accent, voices, soundSpeed } = appSettings.get();
  const isSlow = (soundSpeed === "slow") !== isOther;
  const voice = language === undefined ? undefined : voices[primaryLanguage(language)];
  const recordings = soundsOf(word, part)
    .filter(({ path }) => isReachable(path))
    .map(({ load }) => load);
  await sound.speak({ text, language, accent, voice, recordings, isSlow });
}

/** How soon a second press repeats slowly. */
const REPEAT_MAX_MS = 8_000;

let pressed = { key: "", atMs: -REPEAT_MAX_MS, isOther: true };

/** The same for a press of a button or key: the second one soon after repeats at other speed. */
export async function hearAgain(word: SoundingWord, part: SpokenPart = "text"): Promise<void> {
  const key = `${part} ${word.id ?? word.text}`;
  const atMs = performance.now();
  const isSoon = pressed.key === key && atMs - pressed.atMs < REPEAT_MAX_MS;
  pressed = { key, atMs, isOther: isSoon && !pressed.isOther };
  await hear(word, part, pressed.isOther);
}

/** The place of a sentence among the examples of a word; undefined for other sentences. */
export function examplePart(word: SoundingWord, sentence: string): SpokenPart | undefined {
  const at = word.examples?.indexOf(sentence) ?? -1;
  return at < 0 ? undefined : `example:${at}`;
}

function spokenOf(word: SoundingWord, part: SpokenPart) {
  const text = (spokenField(word, part).text ?? "").trim();
  const language =
    part === "meaning" ? meaningAttributes(word, text).lang : wordLanguage(word, text);
  return { text, language };
}

/** What the service has or makes, in the order in which it is preferred. */
function soundsOf(word: SoundingWord, part: SpokenPart): Recording[] {
  const recorded = part === "text" ? recordingOf(word) : undefined;
  return [recorded, servedSound(word, part)].filter((one) => one !== undefined);
}

/** Sounds of texts whose letters the service's voice lacks; it may speak others. */
const unreadable = new Set<string>();

/** The sound by the service's voice, if it may have one. */
function servedSound(word: SoundingWord, part: SpokenPart): Recording | undefined {
  const { text, language } = spokenOf(word, part);
  const { id } = word;
  if (id === undefined || language === undefined || !serviceSpeaks(language)) return undefined;
  const path = soundPath(id, part, { text, language });
  const served = unreadable.has(path) ? undefined : soundAt(path);
  const noted = (error: unknown) => noteRefusal(error, path, language);
  return served && { path, load: () => served.load().catch(noted) };
}

function noteRefusal(error: unknown, path: string, language: string): never {
  if (error instanceof ApiError && error.code === "SPEECH_UNAVAILABLE") {
    const isUnreadable = error.faults.some(({ reason }) => reason === "unreadable");
    if (isUnreadable) unreadable.add(path);
    else serviceRefused(language);
  }
  throw error;
}

function isReachable(path: string): boolean {
  return connection.get() !== "offline" || isSoundKept(path);
}
