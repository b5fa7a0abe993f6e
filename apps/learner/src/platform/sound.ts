import { chooseVoice, type VoiceFacts } from "./voice-choice.ts";

/** A text to speak. */
interface Spoken {
  readonly text: string;
  /** Language of the text, BCP 47: `en`, `de`, `zh-Hant`; without one, no voice speaks it. */
  readonly language: string | undefined;
  /** For English; in other languages the browser chooses the voice. */
  readonly accent?: "uk" | "us";
  /** A recording of the text, preferred over a browser voice. */
  readonly recording?: RecordingSource | undefined;
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
  readonly playRecording?: (recording: RecordingSource) => Playing;
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
/** Words and short sentences end long before this. */
const LENGTH_MAX_MS = 15_000;

/** Speech from the first source that works: the recording, then the browser's voice. */
export function createSound(parts: SoundParts): Sound {
  const { synthesis, playRecording, hasGesture } = parts;
  let turn = 0;
  let stopPlaying = () => {};
  const cue = createCue(parts);
  const voiceFor = ({ language, accent }: Pick<Spoken, "language" | "accent">) =>
    language === undefined
      ? undefined
      : chooseVoice(quietly(() => synthesis?.voices()) ?? [], language, accent);
  const stop = () => {
    turn += 1;
    quietly(stopPlaying);
    stopPlaying = () => {};
  };
  const play = async (playing: Playing): Promise<boolean> => {
    stopPlaying = playing.stop;
    const isOver = (work: Promise<void>, ms: number) => inTime(work, ms, parts.after);
    if (!(await isOver(playing.started, START_MAX_MS))) {
      quietly(playing.stop);
      return false;
    }
    // A voice that does not report its end counts as heard.
    await isOver(playing.ended, LENGTH_MAX_MS);
    return true;
  };
  return {
    canSpeak: (language) => voiceFor({ language }) !== undefined,
    onVoices: (listener) => synthesis?.onVoices(listener) ?? (() => {}),
    async speak(spoken) {
      stop();
      const mine = turn;
      if (!hasGesture() || spoken.text.trim() === "") return "silent";
      for (const source of sourcesOf(spoken, voiceFor(spoken), synthesis, playRecording)) {
        const playing = quietly(source);
        const wasHeard = playing !== undefined && (await play(playing));
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
  { text, language, recording }: Spoken,
  voice: VoiceFacts | undefined,
  synthesis: SpeechParts | undefined,
  playRecording: SoundParts["playRecording"],
): (() => Playing)[] {
  const sources: (() => Playing)[] = [];
  if (recording !== undefined && playRecording !== undefined) {
    sources.push(() => playRecording(recording));
  }
  if (voice !== undefined && synthesis !== undefined && language !== undefined) {
    sources.push(() => synthesis.say({ text, language, voice }));
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
