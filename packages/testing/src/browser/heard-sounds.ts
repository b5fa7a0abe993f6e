import type { Page } from "playwright-core";
import { until } from "../service/until.ts";

/** On a busy machine, of a sound of less than a second. */
const END_MAX_MS = 30_000;

/** A sound that the page played. */
export interface HeardSound {
  /** As the audio element reports it, seconds. */
  readonly seconds: number;
  readonly speed: number;
  /** Largest deviation from silence, 0 to 1, of the whole recording as loud as it is played. */
  readonly peak: number;
  /** Whether it was played to its end. */
  readonly isWhole: boolean;
  /** Whether it was stopped before its end. */
  readonly isStopped: boolean;
}

/**
 * Runs in the page, before the app: notes what audio elements play. The loudness comes from the
 * recording itself, since a busy page would miss a short sound that it measures while it plays.
 */
export function listenToSounds(): void {
  const heard: object[] = [];
  const recordings = new Map<string, Blob>();
  Object.assign(globalThis, { heard });
  const addressOf = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (recording: Blob) => {
    const address = addressOf(recording);
    recordings.set(address, recording);
    return address;
  };
  const peakOf = async (recording: Blob | undefined) => {
    if (recording === undefined) return 0;
    const sound = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(
      await recording.arrayBuffer(),
    );
    return sound.getChannelData(0).reduce((peak, one) => Math.max(peak, Math.abs(one)), 0);
  };
  const PlainAudio = globalThis.Audio;
  class HeardAudio extends PlainAudio {
    constructor(source?: string) {
      super(source);
      const note = { seconds: 0, speed: 1, peak: 0, isWhole: false, isStopped: false };
      let measured = Promise.resolve();
      this.addEventListener("playing", () => {
        heard.push(note);
        note.seconds = this.duration;
        note.speed = this.playbackRate;
        const loudness = this.muted ? 0 : this.volume;
        measured = peakOf(recordings.get(this.src)).then((peak) => {
          note.peak = peak * loudness;
        });
      });
      this.addEventListener("pause", () => {
        note.isStopped = !this.ended;
      });
      this.addEventListener("ended", () => {
        void measured.then(() => {
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

/** Waits until the page's latest sound has been played to its end. */
export async function lastHeard(page: Page): Promise<HeardSound> {
  const { promise, resolve } = Promise.withResolvers<HeardSound>();
  await until(async () => {
    const last = (await heardSounds(page)).at(-1);
    // The next sound may begin at any time, so this one is returned as it was found.
    if (last?.isWhole === true) resolve(last);
    return last?.isWhole === true;
  }, END_MAX_MS);
  return promise;
}
