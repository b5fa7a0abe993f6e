import type { Deps } from "../../../deps.ts";
import { createBoundedQueue } from "../../../platform/basics/bounded-queue.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { SpeechError } from "../../../platform/outside/speech/speech-error.ts";
import { builtInVoice } from "../../../platform/outside/speech/built-in-voice.ts";
import { speechApi } from "../../../platform/outside/speech/speech-api.ts";
import { speechCommand } from "../../../platform/outside/speech/speech-command.ts";
import type { SpeechEngine, SpeechOrder } from "../../../platform/outside/speech/speech-engine.ts";
import type { SpokenSound } from "../../../platform/outside/speech/spoken-sound.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/** How long a failing engine is left alone, ms. */
export const REST_MS = MINUTE_MS;
/** That many unusable recordings in a row are the engine's fault, not the text's. */
const FAULTS_MAX = 3;
/** Learners invent language tags; beyond so many, all are forgotten. */
const VOICES_MAX = 500;
/** How many texts may wait for an engine. */
const WAITING_MAX = 100;

/** An engine with its queue and its rests. */
export interface GuardedEngine {
  readonly engine: SpeechEngine;
  /** Whether it failed within the last minute. */
  isResting(language: string): boolean;
  /**
   * @returns undefined if too many texts wait already
   * @throws SpeechError
   */
  speak(order: SpeechOrder): Promise<SpokenSound> | undefined;
}

/**
 * The engines in the order in which they are asked. A program for stated languages comes before the
 * built-in voice, because the operator prefers it for these.
 */
export const speechEngines = perApp((needs: Needs): readonly GuardedEngine[] => {
  const ofBox = [builtInVoice(needs), speechCommand(needs)];
  const isStated = needs.settings.TTS_COMMAND_LANGUAGES.length > 0;
  const all = [speechApi(needs), ...(isStated ? ofBox.toReversed() : ofBox)];
  return all.flatMap((engine) => (engine === undefined ? [] : [guarded(needs, engine)]));
});

/** The engines with a voice for a language that know the letters of a text, best first. */
export function enginesFor(needs: Needs, text: string, language: string): GuardedEngine[] {
  return speechEngines(needs).filter(
    ({ engine }) => engine.voiceFor(language) !== undefined && engine.reads(text, language),
  );
}

/** A program may lack a language and still speak others, so that each rests by itself. */
function guarded({ clock, log }: Needs, engine: SpeechEngine): GuardedEngine {
  const queue = createBoundedQueue(engine.atOnce, WAITING_MAX);
  const restsUntilMs = new Map<string, number>();
  const faults = new Map<string, number>();
  const now = () => clock.monotonicMs();

  function noteFault(voice: string, error: unknown): void {
    for (const noted of [faults, restsUntilMs]) if (noted.size >= VOICES_MAX) noted.clear();
    const count = (faults.get(voice) ?? 0) + 1;
    const isEngine = error instanceof SpeechError && error.fault === "engine";
    if (!isEngine && count < FAULTS_MAX) {
      faults.set(voice, count);
      return;
    }
    faults.delete(voice);
    restsUntilMs.set(isEngine ? EVERYTHING : voice, now() + REST_MS);
    log.warn(
      { engine: engine.name, cause: error },
      "a speech engine failed; it rests for a minute",
    );
  }

  return {
    engine,
    isResting(language) {
      const untilMs = [EVERYTHING, engine.voiceFor(language) ?? ""].map(
        (name) => restsUntilMs.get(name) ?? 0,
      );
      return untilMs.some((ms) => ms > now());
    },
    speak: (order) =>
      queue.run(async () => {
        try {
          const sound = await engine.speak(order);
          faults.delete(order.voice);
          return sound;
        } catch (error) {
          noteFault(order.voice, error);
          throw error;
        }
      }),
  };
}

/** In place of a voice. */
const EVERYTHING = "*";
