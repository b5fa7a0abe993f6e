export type SoundType = "audio/mpeg" | "audio/ogg" | "audio/wav";

/** A recording that a browser can play. */
export interface SpokenSound {
  readonly type: SoundType;
  readonly bytes: Buffer;
}

/** Shorter ones contain no sound. */
const BYTES_MIN = 64;
const WAV_HEADER_BYTES = 12;

/**
 * The kind of a recording, judged by its bytes alone.
 *
 * @returns undefined for anything but WAV, MP3 and Ogg, and for an empty recording
 */
export function soundTypeOf(bytes: Buffer): SoundType | undefined {
  if (bytes.length < BYTES_MIN) return undefined;
  const head = bytes.toString("latin1", 0, WAV_HEADER_BYTES);
  if (head.startsWith("RIFF") && head.endsWith("WAVE")) {
    return samplesOf(bytes) === undefined ? undefined : "audio/wav";
  }
  if (head.startsWith("OggS")) return "audio/ogg";
  return head.startsWith("ID3") || isFrameOfMp3(bytes) ? "audio/mpeg" : undefined;
}

/** MPEG sync word, layer III, and a bit rate and sample rate that exist. */
function isFrameOfMp3(bytes: Buffer): boolean {
  const header = bytes.readUInt32BE(0);
  const hasSync = header >>> 21 === 0x7ff;
  const version = (header >>> 19) & 3;
  const layer = (header >>> 17) & 3;
  const bitRate = (header >>> 12) & 15;
  const sampleRate = (header >>> 10) & 3;
  return hasSync && version !== 1 && layer === 1 && bitRate !== 15 && sampleRate !== 3;
}

/** Where the samples of a WAV begin; undefined without any. */
function samplesOf(bytes: Buffer): number | undefined {
  let at = WAV_HEADER_BYTES;
  while (at + 8 < bytes.length) {
    if (bytes.toString("latin1", at, at + 4) === "data") return at + 8;
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return undefined;
}

/**
 * A recording with true sizes in its header. Programs that write WAV to a pipe do not know them
 * yet, and some players refuse a file that ends early.
 */
export function withTrueSizes({ type, bytes }: SpokenSound): SpokenSound {
  const from = type === "audio/wav" ? samplesOf(bytes) : undefined;
  if (from === undefined) return { type, bytes };
  const stated = bytes.readUInt32LE(from - 4);
  if (from + stated <= bytes.length) return { type, bytes };
  const mended = Buffer.from(bytes);
  mended.writeUInt32LE(bytes.length - 8, 4);
  mended.writeUInt32LE(bytes.length - from, from - 4);
  return { type, bytes: mended };
}
