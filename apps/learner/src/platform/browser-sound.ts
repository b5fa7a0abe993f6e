import {
  createSound,
  type Playing,
  type Sound,
  type SpeechParts,
  type Utterance,
} from "./sound.ts";

/** For browsers that do not report user activation. */
let hasTouched = false;
for (const type of ["pointerdown", "keydown"]) {
  addEventListener(type, () => (hasTouched = true), { once: true, capture: true });
}

/** The sound of this browser. */
export const sound: Sound = createSound({
  ...("speechSynthesis" in window && { synthesis: speechOf(window.speechSynthesis) }),
  playRecording,
  ...("AudioContext" in window && { audioContext: () => new AudioContext() }),
  hasGesture: () => hasTouched || (navigator.userActivation?.hasBeenActive ?? false),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});

function speechOf(synthesis: SpeechSynthesis): SpeechParts {
  return {
    voices: () => synthesis.getVoices(),
    onVoices(listener) {
      synthesis.addEventListener("voiceschanged", listener);
      return () => synthesis.removeEventListener("voiceschanged", listener);
    },
    say: (words) => say(synthesis, words),
  };
}

function say(synthesis: SpeechSynthesis, { text, language, voice, speed }: Utterance): Playing {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language;
  utterance.voice = synthesis.getVoices().find(({ name }) => name === voice.name) ?? null;
  utterance.rate = speed;
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  utterance.onstart = () => started.resolve();
  utterance.onend = () => {
    started.resolve();
    ended.resolve();
  };
  utterance.onerror = ({ error }) => {
    started.reject(new Error(error));
    ended.reject(new Error(error));
  };
  // Nobody may be listening any more.
  started.promise.catch(() => undefined);
  ended.promise.catch(() => undefined);
  synthesis.speak(utterance);
  return { started: started.promise, ended: ended.promise, stop: () => synthesis.cancel() };
}

function playRecording(recording: () => Promise<string>, speed: number): Playing {
  const audio = new Audio();
  let isStopped = false;
  const ended = new Promise<void>((resolve, reject) => {
    audio.onended = () => resolve();
    audio.onpause = () => resolve();
    audio.onerror = () => reject(new Error("the recording cannot be played"));
  });
  ended.catch(() => undefined);
  const started = recording().then((address) => {
    if (isStopped) throw new Error("stopped before it was fetched");
    audio.src = address;
    audio.playbackRate = speed;
    return audio.play();
  });
  started.catch(() => undefined);
  const stop = () => {
    isStopped = true;
    audio.pause();
  };
  return { started, ended, stop };
}
