import { z } from "zod";
import { trimmed } from "../core/common.ts";
import { endpoint, enveloped, stream } from "../core/endpoint.ts";

const Part = z
  .string()
  .regex(/^(text|reading|meaning|example:\d{1,2})$/)
  .describe("What to speak: `text`, `reading`, `meaning` or `example:<n>`, counted from 0.");

export const readSpeech = endpoint({
  method: "GET",
  path: "/api/speech",
  summary:
    "A recording of a word, its meaning or an example, made by the service's voice and kept. " +
    "A refusal with SPEECH_UNAVAILABLE names its reason in `faults`: no_text, no_voice, " +
    "unreadable (the voice lacks letters of the text) or failed.",
  access: "learner",
  stability: "beta",
  query: z.object({
    wordId: z.string().min(1).max(64).describe("Id of a word that the caller sees."),
    part: Part.default("text"),
    speed: z.enum(["normal", "slow"]).default("normal").describe("slow: for repeating."),
    region: z
      .string()
      .regex(/^([A-Za-z]{2}|\d{3})$/)
      .optional()
      .describe("Preferred accent: a region code such as GB, if there is a voice for it."),
    version: z
      .string()
      .max(64)
      .optional()
      .describe("Ignored: a client that changes it with the text is not shown an old recording."),
  }),
  replies: { 200: stream("audio/mpeg", "audio/ogg", "audio/wav") },
  errors: ["NOT_FOUND", "SPEECH_UNAVAILABLE", "SPEECH_LIMIT"],
});

export const SpeechLanguages = z.object({
  languages: z
    .array(z.string())
    .describe(
      "Languages that the service's voices speak: BCP 47 tags, with accents such as en-GB.",
    ),
  others: z
    .boolean()
    .describe("Whether other languages are tried as well; the refusal says if there is no voice."),
});

export const readSpeechLanguages = endpoint({
  method: "GET",
  path: "/api/speech/languages",
  summary: "The languages that the service can speak.",
  access: "learner",
  stability: "beta",
  replies: { 200: enveloped(SpeechLanguages) },
  errors: [],
});

const EngineName = z.enum(["api", "built_in", "command"]);

export const SpeechEngines = z.object({
  engines: z
    .array(
      z.object({
        engine: EngineName.describe(
          "api: TTS_API_URL; built_in: the voice that comes with it; command: TTS_COMMAND.",
        ),
        languages: z.array(z.string()).describe("Languages with a voice of their own."),
        others: z.boolean().describe("Whether other languages are tried as well."),
        resting: z.boolean().describe("Whether it failed and is left alone for a minute."),
      }),
    )
    .describe("The configured engines, in the order in which they are asked."),
  keptBytes: z.number().describe("Size of the sounds kept on this machine, bytes."),
});

export const readSpeechEngines = endpoint({
  method: "GET",
  path: "/api/admin/speech",
  summary: "The engines that speak, and what is kept of their sounds.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(SpeechEngines) },
  errors: [],
});

export const testSpeech = endpoint({
  method: "POST",
  path: "/api/admin/speech/test",
  summary: "Have a text spoken by the first engine that has the language, to check that it works.",
  access: "admin",
  stability: "beta",
  body: z.object({
    language: z.string().describe("Language of the text, a BCP 47 tag."),
    text: trimmed(1, 200)
      .optional()
      .describe("What to speak, 1 to 200 characters; default: a short sentence."),
  }),
  faults: { text: "VALIDATION_ERROR" },
  replies: {
    200: enveloped(
      z.object({
        ok: z.boolean().describe("Whether the engine made a recording."),
        engine: EngineName.nullable().describe("The engine; null if none has the language."),
        voice: z.string().nullable().describe("The engine's name of the voice."),
        latencyMs: z.number().describe("Duration of the call, milliseconds."),
        type: z.string().nullable().describe("Media type of the recording; null without one."),
        audio: z.string().nullable().describe("The recording in base64; null without one."),
        error: z.string().nullable().describe("Why there is none; null if there is one."),
      }),
    ),
  },
  errors: ["INVALID_LANGUAGE", "VALIDATION_ERROR"],
});

export type SpeechLanguages = z.infer<typeof SpeechLanguages>;
export type SpeechEngines = z.infer<typeof SpeechEngines>;
export type SpeechTest = z.infer<(typeof testSpeech.replies)[200]["schema"]>;
