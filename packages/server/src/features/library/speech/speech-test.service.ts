import type { SpeechEngines, SpeechTest } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { requireLanguage } from "../../../platform/basics/require-language.ts";
import { SpeechError } from "../../../platform/outside/speech/speech-error.ts";
import { enginesFor, speechEngines } from "./engines.ts";
import { countSoundBytes } from "./sound-files.ts";
import { plainSpeech } from "./spoken-part.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/** What the console shows of the voices. */
export async function readEngines(needs: Needs): Promise<SpeechEngines> {
  const engines = speechEngines(needs).map(({ engine, isResting }) => ({
    engine: engine.name,
    languages: [...engine.languages],
    others: engine.takesOthers,
    resting: isResting(engine.languages[0] ?? "en"),
  }));
  return { engines, keptBytes: await countSoundBytes(needs.settings) };
}

/**
 * Has a text spoken by the first engine with a voice for the language, even while it rests. Nothing
 * is kept or counted.
 *
 * @throws AppError INVALID_LANGUAGE
 */
export async function trySpeech(
  needs: Needs,
  { language: stated, text }: { readonly language: string; readonly text?: string | undefined },
): Promise<SpeechTest> {
  const language = requireLanguage(stated);
  const plain = plainSpeech(text ?? sentenceIn(language));
  const [first] = enginesFor(needs, plain, language);
  const voice = first?.engine.voiceFor(language);
  const none = { ok: false, type: null, audio: null };
  if (first === undefined || voice === undefined) {
    const error = `There is no voice for ${language}.`;
    return { ...none, engine: null, voice: null, latencyMs: 0, error };
  }
  const about = { engine: first.engine.name, voice };
  const startedMs = needs.clock.monotonicMs();
  const latency = () => Math.round(needs.clock.monotonicMs() - startedMs);
  const order = { text: plain, language, voice, isSlow: false };
  const speaking = first.speak(order);
  if (speaking === undefined) {
    return { ...none, ...about, latencyMs: 0, error: "Too many sounds are being made." };
  }
  try {
    const { type, bytes } = await speaking;
    const audio = bytes.toString("base64");
    return { ok: true, ...about, latencyMs: latency(), type, audio, error: null };
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    const told = [error.message, error.detail].filter(Boolean).join(": ");
    return { ...none, ...about, latencyMs: latency(), error: told };
  }
}

const SENTENCES: Readonly<Record<string, string>> = {
  de: "So klingt diese Stimme.",
  en: "This is how the voice sounds.",
  es: "Así suena esta voz.",
  fr: "Voici comment parle cette voix.",
  it: "Questa è la voce.",
  ja: "これが、このこえです。",
  ko: "이것이 이 목소리입니다.",
  pt: "É assim que esta voz soa.",
  zh: "这就是这个声音。",
};

/** Other languages get a numeral, which every engine reads in its own language. */
function sentenceIn(language: string): string {
  return SENTENCES[language.split("-", 1)[0] ?? ""] ?? "12345";
}
