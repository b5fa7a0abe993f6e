import * as types from "./setting-types.ts";

/** Optional: engines that speak words, and bounds of what they make. */
export const speechSettings = {
  TTS_API_URL: {
    type: types.webUrl,
    about:
      "Base URL of a speech service, ending in /v1; it may be in the local network. Needs " +
      "TTS_MODEL and TTS_VOICES.",
  },
  TTS_API_KEY: { type: types.text, secret: true, about: "API key; a local service may need none." },
  TTS_MODEL: { type: types.text, about: "Name of the speech model." },
  TTS_VOICES: {
    type: types.voices,
    fallback: "{}",
    about:
      'Voices by language, a JSON object such as {"en":"alloy","en-GB":"fable"}; "*" stands for ' +
      "all other languages.",
  },
  TTS_BUILT_IN: {
    type: types.flag,
    fallback: "true",
    about: "Speak English with the voice that comes with Wordloom, if its package is installed.",
  },
  TTS_COMMAND: {
    type: types.text,
    about:
      "Program that reads a text on standard input and writes WAV, MP3 or Ogg, divided at " +
      "spaces; {language}, {voice} and {speed} are replaced.",
  },
  TTS_COMMAND_LANGUAGES: {
    type: types.languageTags,
    fallback: "",
    about: "Languages that TTS_COMMAND speaks, comma-separated; empty: it is asked for all.",
  },
  TTS_COMMAND_MEMORY_MB: {
    type: types.integer(64, 1_000_000),
    fallback: "4096",
    about: "Maximum memory that TTS_COMMAND may address.",
  },
  SPEECH_CACHE_MB: {
    type: types.integer(1, 1_000_000),
    fallback: "1024",
    about: "Maximum size of the spoken words kept under DATA_DIR; the least used go first.",
  },
  SPEECH_PER_LEARNER_PER_DAY: {
    type: types.integer(0, 1_000_000),
    fallback: "2000",
    about: "How many new sounds one learner may have made per UTC day; kept ones do not count.",
  },
} as const;
