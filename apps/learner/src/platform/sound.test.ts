import { describe, expect, it } from "vitest";
import { createSound, type Playing, type SoundParts } from "./sound.ts";
import { chooseVoice, type VoiceFacts } from "./voice-choice.ts";

const voice = (name: string, lang: string, facts: Partial<VoiceFacts> = {}): VoiceFacts => ({
  name,
  lang,
  localService: true,
  default: false,
  ...facts,
});
const british = voice("Daniel", "en-GB");
const american = voice("Samantha", "en-US", { default: true });

/** A playback that behaves as instructed. */
function played(how: "well" | "refused" | "never starts" | "never ends") {
  const never = new Promise<void>(() => {});
  const fails = Promise.reject(new Error("refused"));
  fails.catch(() => undefined);
  const done = Promise.resolve();
  const started = { well: done, refused: fails, "never starts": never, "never ends": done }[how];
  const ended = how === "well" ? done : never;
  return { started, ended };
}

interface Circumstances {
  readonly voices?: readonly VoiceFacts[];
  readonly voiceIs?: Parameters<typeof played>[0];
  readonly recordingIs?: Parameters<typeof played>[0];
  readonly hasGesture?: boolean;
}

/** A browser whose timers run when the test calls `passes`. */
function browser({ voices = [american], voiceIs = "well", ...rest }: Circumstances = {}) {
  const log: string[] = [];
  const timers = new Set<() => void>();
  const playing = (name: string, how: Parameters<typeof played>[0]): Playing => {
    log.push(name);
    return { ...played(how), stop: () => log.push(`stop ${name}`) };
  };
  const parts: SoundParts = {
    synthesis: {
      voices: () => voices as SpeechSynthesisVoice[],
      onVoices: () => () => {},
      say: (said) => playing(`${said.voice.name} says ${said.text}`, voiceIs),
    },
    playRecording: () => playing("blob:a", rest.recordingIs ?? "well"),
    hasGesture: () => rest.hasGesture ?? true,
    after(_ms, run) {
      timers.add(run);
      return () => timers.delete(run);
    },
  };
  const passes = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    for (const run of [...timers]) run();
  };
  return { sound: createSound(parts), log, passes };
}

const word = { text: "reluctant", language: "en", accent: "us" } as const;
const recorded = { ...word, recordings: [async () => "blob:a"] };

describe("speaking", () => {
  it("plays the recording if there is one", async () => {
    const { sound, log } = browser();
    expect(await sound.speak(recorded)).toBe("heard");
    expect(log).toEqual(["blob:a"]);
  });

  it("uses the browser's voice when the recording cannot be played", async () => {
    const { sound, log } = browser({ recordingIs: "refused" });
    expect(await sound.speak(recorded)).toBe("heard");
    expect(log).toEqual(["blob:a", "stop blob:a", "Samantha says reluctant"]);
  });

  it("gives up on playback that does not start", async () => {
    const { sound, log, passes } = browser({ voiceIs: "never starts" });
    const heard = sound.speak(word);
    await passes();
    expect(await heard).toBe("silent");
    expect(log.at(-1)).toBe("stop Samantha says reluctant");
  });

  it("does not wait forever for an end that is never reported", async () => {
    const { sound, passes } = browser({ voiceIs: "never ends" });
    const heard = sound.speak(word);
    await passes();
    expect(await heard).toBe("heard");
  });

  it("stops the previous sound", async () => {
    const { sound, log, passes } = browser({ voiceIs: "never ends" });
    const first = sound.speak(word);
    const second = sound.speak({ ...word, text: "willing" });
    await passes();
    await passes();
    expect([await first, await second]).toEqual(["stopped", "heard"]);
    expect(log[1]).toBe("stop Samantha says reluctant");
  });

  it.each([
    ["before the first gesture", { hasGesture: false }],
    ["without a voice", { voices: [] }],
    ["when the voice is refused", { voiceIs: "refused" }],
  ] as const)("is silent %s", async (_when, circumstances) => {
    const { sound } = browser(circumstances);
    expect(await sound.speak(word)).toBe("silent");
  });

  it("never throws, whatever the browser throws", async () => {
    const broken = (): never => {
      throw new Error("broken");
    };
    const sound = createSound({
      synthesis: { voices: broken, onVoices: () => () => {}, say: broken },
      playRecording: broken,
      audioContext: broken,
      hasGesture: () => true,
      after: () => () => {},
    });
    expect(sound.canSpeak("en")).toBe(false);
    expect(await sound.speak(recorded)).toBe("silent");
    expect(() => sound.cue("right")).not.toThrow();
    expect(() => sound.stop()).not.toThrow();
  });

  it("knows when there is no voice for a language", () => {
    const { sound } = browser({ voices: [american] });
    expect(sound.canSpeak("en-GB")).toBe(true);
    expect(sound.canSpeak("ja")).toBe(false);
  });
});

/** The used part of the Web Audio API; records what plays when. */
function audio(state: AudioContextState = "running") {
  const heard: { hertz: number; at: number }[] = [];
  let resumed = 0;
  const node = { connect: (next: unknown) => next };
  const context = {
    state,
    currentTime: 5,
    destination: node,
    resume: async () => void (resumed += 1),
    createOscillator() {
      const frequency = { value: 0 };
      const start = (at: number) => heard.push({ hertz: frequency.value, at });
      return { ...node, frequency, start, stop: () => {} };
    },
    createGain: () => ({
      ...node,
      gain: {
        setValueAtTime: () => {},
        linearRampToValueAtTime: () => {},
        exponentialRampToValueAtTime: () => {},
      },
    }),
  };
  const make = () => context as unknown as AudioContext;
  return { make, heard, resumed: () => resumed };
}

describe("a cue", () => {
  const soundOf = (fake: ReturnType<typeof audio>, hasGesture = true) =>
    createSound({
      audioContext: fake.make,
      hasGesture: () => hasGesture,
      after: () => () => {},
    });

  it("rises for a right answer and falls for a wrong one", () => {
    const fake = audio();
    soundOf(fake).cue("right");
    soundOf(fake).cue("wrong");
    const [low = 0, high = 0, first = 0, second = 0] = fake.heard.map(({ hertz }) => hertz);
    expect(high).toBeGreaterThan(low);
    expect(second).toBeLessThan(first);
    expect(fake.heard[1]?.at).toBeGreaterThan(fake.heard[0]?.at ?? 0);
  });

  it("wakes the sound of a page that was hidden", () => {
    const fake = audio("suspended");
    soundOf(fake).cue("right");
    expect(fake.resumed()).toBe(1);
  });

  it("is silent before the first gesture", () => {
    const fake = audio();
    soundOf(fake, false).cue("right");
    expect(fake.heard).toEqual([]);
  });
});

describe("the voice", () => {
  it("has the wanted accent if there is one", () => {
    expect(chooseVoice([american, british], "en", { accent: "uk" })).toBe(british);
    expect(chooseVoice([american, british], "en", { accent: "us" })).toBe(american);
    expect(chooseVoice([american], "en", { accent: "uk" })).toBe(american);
  });

  it("has the language of the text, whatever the notation of its tag", () => {
    const japanese = voice("Kyoko", "ja_JP");
    expect(chooseVoice([american, japanese], "ja")).toBe(japanese);
    expect(chooseVoice([american], "de")).toBeUndefined();
    expect(chooseVoice([voice("Meijia", "zh-TW"), voice("Tingting", "zh-CN")], "zh-CN")?.name).toBe(
      "Tingting",
    );
  });

  it("works offline and is a plain one if possible", () => {
    const remote = voice("Google US", "en-US", { localService: false, default: true });
    const funny = voice("Zarvox", "en-US");
    expect(chooseVoice([funny, remote, voice("Alex", "en-US")], "en", { accent: "us" })?.name).toBe(
      "Alex",
    );
    expect(chooseVoice([funny, remote], "en", { accent: "us" })?.name).toBe("Google US");
  });
});
