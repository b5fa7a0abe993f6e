import { chooseVoice, namesOf, type VoiceFacts } from "./voice-choice.ts";

/** A text to speak. */
interface Spoken {
  readonly text: string;
  /** Language of the text, BCP 47: `en`, `de`, `zh-Hant`; without one, no voice speaks it. */
  readonly language: string | undefined;
  /** For English; in other languages the browser chooses the voice. */
  readonly accent?: "uk" | "us";
  /** Name of the browser's voice that the learner prefers. */
  readonly voice?: string | undefined;
  /** Recordings of the text, preferred over a browser voice, in this order. */
  readonly recordings?: readonly RecordingSource[] | undefined;
  /** For repeating. */
  readonly isSlow?: boolean;
}

/** Fetches a recording. @returns an address that an audio element plays */
type RecordingSource = () => Promise<string>;

/**
 * - `heard`: played to its end
 * - `stopped`: another sound started, or `stop` was called
 * - `silent`: not played: before the first gesture, without a voice, or after a fault
 */
type Heard = "heard" | "stopped" | "silent";

export interface Sound {
  /** Whether the browser has a voice for a language. Voices load late: see `onVoices`. */
  canSpeak(language: string): boolean;
  /** Names of the browser's voices for a language. */
  voiceNames(language: string): string[];
  /** Called when the browser's voices changed. @returns a function that unsubscribes */
  onVoices(listener: () => void): () => void;
  /** Stops what is still playing. Never throws. */
  speak(spoken: Spoken): Promise<Heard>;
  stop(): void;
  /** Two short tones, up or down. Never throws. */
  cue(kind: "right" | "wrong"): void;
}

/** The sound features of a browser; each is absent if the browser lacks it. */
export interface SoundParts {
  readonly synthesis?: SpeechParts;
  /** @param speed  1 is as recorded; the pitch stays */
  readonly playRecording?: (recording: RecordingSource, speed: number) => Playing;
  readonly audioContext?: () => AudioContext;
  /** Whether the learner has touched the page; before that, browsers refuse every sound. */
  readonly hasGesture: () => boolean;
  /** Runs something after a delay. @returns a function that cancels it */
  readonly after: (ms: number, run: () => void) => () => void;
}

export interface SpeechParts {
  readonly voices: () => readonly SpeechSynthesisVoice[];
  readonly onVoices: (listener: () => void) => () => void;
  readonly say: (words: Utterance) => Playing;
}

export interface Utterance {
  readonly text: string;
  readonly language: string;
  readonly voice: VoiceFacts;
  /** 1 is the voice's own. */
  readonly speed: number;
}

/** A sound that is being played. */
export interface Playing {
  /** @throws (rejects) when it cannot be played */
  readonly started: Promise<void>;
  readonly ended: Promise<void>;
  readonly stop: () => void;
}

/** A voice or recording that has not started by then never will; seen with remote voices. */
const START_MAX_MS = 3_000;
/** The only source is waited for: the service's voice may have to make the sound first. */
const START_LAST_MAX_MS = 12_000;
/** For learners, a little slower than usual. */
const VOICE_SPEED = 0.95;
const SLOW_SPEED = 0.7;
/** Words and short sentences end long before this. */
const LENGTH_MAX_MS = 15_000;

/** Speech from the first source that works: the recordings, then the browser's voice. */
export function createSound(parts: SoundParts): Sound {
  const { synthesis, playRecording, hasGesture } = parts;
  let turn = 0;
  let stopPlaying = () => {};
  const cue = createCue(parts);
  const voiceFor = ({ language, accent, voice }: Pick<Spoken, "language" | "accent" | "voice">) =>
    language === undefined
      ? undefined
      : chooseVoice(quietly(() => synthesis?.voices()) ?? [], language, { accent, name: voice });
  const stop = () => {
    turn += 1;
    quietly(stopPlaying);
    stopPlaying = () => {};
  };
  const play = async (playing: Playing, startMaxMs: number): Promise<boolean> => {
    stopPlaying = playing.stop;
    const isOver = (work: Promise<void>, ms: number) => inTime(work, ms, parts.after);
    if (!(await isOver(playing.started, startMaxMs))) {
      quietly(playing.stop);
      return false;
    }
    // A voice that does not report its end counts as heard.
    await isOver(playing.ended, LENGTH_MAX_MS);
    return true;
  };
  return {
    canSpeak: (language) => voiceFor({ language }) !== undefined,
    voiceNames: (language) => namesOf(quietly(() => synthesis?.voices()) ?? [], language),
    onVoices: (listener) => synthesis?.onVoices(listener) ?? (() => {}),
    async speak(spoken) {
      stop();
      const mine = turn;
      if (!hasGesture() || spoken.text.trim() === "") return "silent";
      const sources = sourcesOf(spoken, voiceFor(spoken), synthesis, playRecording);
      for (const source of sources) {
        const playing = quietly(source);
        const startMaxMs = source === sources.at(-1) ? START_LAST_MAX_MS : START_MAX_MS;
        const wasHeard = playing !== undefined && (await play(playing, startMaxMs));
        if (turn !== mine) return "stopped";
        if (wasHeard) return "heard";
      }
      return "silent";
    },
    stop,
    cue(kind) {
      if (hasGesture()) quietly(() => cue(kind));
    },
  };
}

function sourcesOf(
  { text, language, recordings = [], isSlow = false }: Spoken,
  voice: VoiceFacts | undefined,
  synthesis: SpeechParts | undefined,
  playRecording: SoundParts["playRecording"],
): (() => Playing)[] {
  const sources: (() => Playing)[] = [];
  if (playRecording !== undefined) {
    const speed = isSlow ? SLOW_SPEED : 1;
    for (const recording of recordings) sources.push(() => playRecording(recording, speed));
  }
  if (voice !== undefined && synthesis !== undefined && language !== undefined) {
    const speed = isSlow ? SLOW_SPEED : VOICE_SPEED;
    sources.push(() => synthesis.say({ text, language, voice, speed }));
  }
  return sources;
}

/** Whether the work succeeds within that time. */
function inTime(work: Promise<void>, ms: number, after: SoundParts["after"]): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = after(ms, () => resolve(false));
    const settle = (isDone: boolean) => () => {
      cancel();
      resolve(isDone);
    };
    work.then(settle(true), settle(false));
  });
}

/** Silences errors, because a missing sound is never worth one. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** A rising fourth and a falling second differ in direction, not only in pitch. */
const TONES = { right: [587.33, 783.99], wrong: [349.23, 311.13] } as const;
const TONE_SECS = 0.09;
const LOUDNESS = 0.07;

function createCue({ audioContext }: SoundParts): (kind: keyof typeof TONES) => void {
  let context: AudioContext | undefined;
  return (kind) => {
    context ??= audioContext?.();
    if (context === undefined) return;
    // Browsers suspend it while the page is hidden.
    if (context.state === "suspended") context.resume().catch(() => undefined);
    const from = context.currentTime + 0.01;
    TONES[kind].forEach((hertz, at) => playTone(context!, hertz, from + at * TONE_SECS));
  };
}

function playTone(context: AudioContext, hertz: number, at: number): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "sine";
  tone.frequency.value = hertz;
  // Fades in and out to avoid clicks.
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + TONE_SECS);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + TONE_SECS);
}
