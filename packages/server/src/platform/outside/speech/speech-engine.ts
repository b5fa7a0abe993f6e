import { baseLanguage, isOfLanguage } from "@wordloom/language";
import { spokenTypeOf, withTrueSizes, type SpokenSound } from "./spoken-sound.ts";
import { SpeechError } from "./speech-error.ts";

/** A text to speak, without markup: see `plainSpeech`. */
export interface SpeechOrder {
  readonly text: string;
  /** A canonical language tag. */
  readonly language: string;
  /** As `voiceFor` returned it. */
  readonly voice: string;
  /** Slower than a person would speak. */
  readonly isSlow: boolean;
}

/** Something that turns texts into recordings. */
export interface SpeechEngine {
  readonly name: "api" | "built_in" | "command";
  /** Distinguishes recordings made with other settings. */
  readonly version: string;
  /** How many recordings it makes at the same time. */
  readonly atOnce: number;
  /** Languages with a voice, canonical tags. */
  readonly languages: readonly string[];
  /** Whether other languages may be asked for as well. */
  readonly takesOthers: boolean;
  /** The name of the voice for a language; undefined if the engine does not have the language. */
  voiceFor(language: string): string | undefined;
  /** Whether it knows the letters of a text in a language that it has. */
  reads(text: string, language: string): boolean;
  /** @throws SpeechError */
  speak(order: SpeechOrder): Promise<SpokenSound>;
}

/** An engine has this long for a text, ms. */
export const SPEECH_MAX_MS = 20_000;
/** Longer recordings are refused. */
const SOUND_MAX_BYTES = 5 * 1024 * 1024;
/** Speed of a slow recording, relative to a normal one. */
export const SLOW_SPEED = 0.7;

/**
 * The best of some tags for a language: the tag itself, then its language without script or
 * region, then one of its regions.
 */
export function bestTag(tags: readonly string[], language: string): string | undefined {
  const parts = language.split("-");
  for (let length = parts.length; length > 0; length -= 1) {
    const shorter = parts.slice(0, length).join("-");
    if (tags.includes(shorter)) return shorter;
  }
  return tags.find((tag) => isOfLanguage(tag, baseLanguage(language)));
}

/** @throws SpeechError if the bytes are not a recording */
export function requireSound(bytes: Buffer): SpokenSound {
  const type = spokenTypeOf(bytes);
  if (type === undefined) throw new SpeechError("sound", "it sent no WAV, MP3 or Ogg");
  return withTrueSizes({ type, bytes });
}

/** Collects bytes up to the limit. @throws SpeechError */
export async function readSound(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of source) {
    size += piece.length;
    if (size > SOUND_MAX_BYTES) throw new SpeechError("sound", "the recording is too large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
