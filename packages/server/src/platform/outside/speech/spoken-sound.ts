import { samplesOf } from "../../basics/sounds/sound-formats.ts";
import { soundTypeOf, type SoundType } from "../../basics/sounds/sound-type.ts";

const SPOKEN = ["audio/mpeg", "audio/ogg", "audio/wav"] as const satisfies readonly SoundType[];

type SpokenType = (typeof SPOKEN)[number];

/** A recording that every browser plays. */
export interface SpokenSound {
  readonly type: SpokenType;
  readonly bytes: Buffer;
}

/** The kind of a recording by its bytes alone; undefined for anything but WAV, MP3 and Ogg. */
export function spokenTypeOf(bytes: Buffer): SpokenType | undefined {
  const type = soundTypeOf(bytes);
  return SPOKEN.find((one) => one === type);
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
