/** A recording that can be played. */
export interface Recording {
  /** Path of the service, `/api/media/…` or `/api/speech?…`: the same for the same sound. */
  readonly path: string;
  /**
   * Fetches it, unless it is at hand.
   *
   * @returns an address that an audio element plays
   * @throws ApiError if it cannot be had, offline for example
   */
  load(): Promise<string>;
}

interface Parts {
  /** @throws ApiError */
  readonly bytes: (path: string) => Promise<Blob>;
  readonly addressOf: (bytes: Blob) => string;
  readonly revoke: (address: string) => void;
}

/** Recordings at hand: those of the current words, a few dozen kilobytes each. */
const AT_HAND_MAX = 40;

/** A recording, or a sound of the service's voice. */
const SOUND_PATH = /^\/api\/(media\/[\w-]{1,64}|speech\?[\w=&:%.~-]{1,400})$/;

/** Recordings by their path; the last ones stay at hand. */
export function createRecordings({ bytes, addressOf, revoke }: Parts) {
  const atHand = new Map<string, Promise<string>>();

  function load(path: string): Promise<string> {
    const address = atHand.get(path) ?? bytes(path).then(addressOf);
    atHand.delete(path);
    atHand.set(path, address);
    // One that failed is tried again the next time.
    address.catch(() => {
      if (atHand.get(path) === address) atHand.delete(path);
    });
    const [oldest] = atHand.keys();
    if (atHand.size > AT_HAND_MAX && oldest !== undefined) forget(oldest);
    return address;
  }

  function forget(path: string): void {
    void atHand.get(path)?.then(revoke, () => undefined);
    atHand.delete(path);
  }

  return (audioUrl: string | null): Recording | undefined =>
    audioUrl === null || !SOUND_PATH.test(audioUrl)
      ? undefined
      : { path: audioUrl, load: () => load(audioUrl) };
}
