import type { Page } from "playwright-core";

/** A sound that the page played. */
export interface HeardSound {
  /** As the audio element reports it, seconds. */
  readonly seconds: number;
  readonly speed: number;
  /** Largest deviation from silence, 0 to 1. */
  readonly peak: number;
  /** Whether it was played to its end. */
  readonly isWhole: boolean;
  /** Whether it was stopped before its end. */
  readonly isStopped: boolean;
}

/** Runs in the page, before the app: listens to every audio element, through an analyser. */
export function listenToSounds(): void {
  const heard: object[] = [];
  Object.assign(globalThis, { heard });
  const PlainAudio = globalThis.Audio;
  class HeardAudio extends PlainAudio {
    constructor(source?: string) {
      super(source);
      const note = { seconds: 0, speed: 1, peak: 0, isWhole: false, isStopped: false };
      const context = new AudioContext();
      const analyser = context.createAnalyser();
      context.createMediaElementSource(this).connect(analyser).connect(context.destination);
      const samples = new Float32Array(analyser.fftSize);
      const measure = () => {
        analyser.getFloatTimeDomainData(samples);
        for (const sample of samples) note.peak = Math.max(note.peak, Math.abs(sample));
      };
      this.addEventListener("playing", () => {
        heard.push(note);
        note.seconds = this.duration;
        note.speed = this.playbackRate;
        const timer = setInterval(measure, 10);
        this.addEventListener("pause", () => {
          note.isStopped = !this.ended;
        });
        this.addEventListener("ended", () => {
          clearInterval(timer);
          note.isWhole = true;
        });
      });
    }
  }
  Object.defineProperty(globalThis, "Audio", { value: HeardAudio });
}

/** What the page has played so far. */
export function heardSounds(page: Page): Promise<HeardSound[]> {
  return page.evaluate(() => (globalThis as unknown as { heard: HeardSound[] }).heard);
}
