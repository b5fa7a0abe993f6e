/** Bytes of a page before the lengths of its segments. */
const OGG_HEADER_BYTES = 27;
const OGG_FIRST_PAGE = 0x02;
const OGG_CODECS = ["OpusHead", "\x01vorbis", "Speex   ", "\x7fFLAC"];
/** More streams than that are no recording of a word. */
const OGG_STREAMS_MAX = 8;

/** Ogg with Opus, Vorbis, Speex or FLAC, and with nothing else. Source: RFC 3533. */
export function isOggSound(bytes: Buffer): boolean {
  let at = 0;
  for (let streams = 0; streams <= OGG_STREAMS_MAX; streams += 1) {
    if (textAt(bytes, at, 4) !== "OggS" || bytes[at + 4] !== 0) return streams > 0;
    const isFirst = ((bytes[at + 5] ?? 0) & OGG_FIRST_PAGE) !== 0;
    if (!isFirst) return streams > 0;
    const segments = bytes[at + 26] ?? 0;
    const start = at + OGG_HEADER_BYTES + segments;
    if (!OGG_CODECS.some((codec) => textAt(bytes, start, codec.length) === codec)) return false;
    const table = bytes.subarray(at + OGG_HEADER_BYTES, start);
    at = start + table.reduce((sum, length) => sum + length, 0);
  }
  return false;
}

/** Bytes of a RIFF chunk's name and length. */
const CHUNK_HEADER = 8;
const CHUNKS_MAX = 64;

/** RIFF WAVE with a plausible description of the sound before the sound, and with sound. */
export function isWav(bytes: Buffer): boolean {
  if (textAt(bytes, 0, 4) !== "RIFF" || textAt(bytes, 8, 4) !== "WAVE") return false;
  const format = chunkOf(bytes, "fmt ");
  if (format === undefined || format.length < 16 || format.start + 16 > bytes.length) return false;
  const channels = bytes.readUInt16LE(format.start + 2);
  const rate = bytes.readUInt32LE(format.start + 4);
  const isPlausible = channels >= 1 && channels <= 8 && rate >= 1_000 && rate <= 384_000;
  return isPlausible && (samplesOf(bytes) ?? 0) > format.start;
}

/** The place where the samples of a WAV begin; undefined without any. */
export function samplesOf(bytes: Buffer): number | undefined {
  const start = chunkOf(bytes, "data")?.start;
  return start !== undefined && start < bytes.length ? start : undefined;
}

/** The first of the RIFF chunks with this name: where its content begins, and its stated length. */
function chunkOf(bytes: Buffer, name: string): { start: number; length: number } | undefined {
  let at = 12;
  for (let chunk = 0; chunk < CHUNKS_MAX && at + CHUNK_HEADER <= bytes.length; chunk += 1) {
    const length = bytes.readUInt32LE(at + 4);
    if (textAt(bytes, at, 4) === name) return { start: at + CHUNK_HEADER, length };
    // Chunks begin at even places.
    at += CHUNK_HEADER + length + (length % 2);
  }
  return undefined;
}

/** FLAC, which begins with a description of 34 bytes. Source: RFC 9639. */
export function isFlac(bytes: Buffer): boolean {
  if (textAt(bytes, 0, 4) !== "fLaC" || bytes.length < 42) return false;
  return ((bytes[4] ?? 0) & 0x7f) === 0 && bytes.readUIntBE(5, 3) === 34;
}

/** Bytes between a tag and the first frame; encoders fill up, and some leave remains. */
const BEFORE_FRAMES_MAX = 64 * 1024;

/** MPEG layer III: after tags, two frames in a row, or one that is all there is. */
export function isMp3(bytes: Buffer): boolean {
  const start = afterTags(bytes);
  const last = start === 0 ? 0 : Math.min(start + BEFORE_FRAMES_MAX, bytes.length);
  for (let at = start; at <= last; at += 1) {
    const frame = frameAt(bytes, at);
    if (frame === undefined) continue;
    const next = at + frame.length;
    const isLast = next <= bytes.length && next + ID3V1_BYTES >= bytes.length;
    if (isLast || frameAt(bytes, next)?.kind === frame.kind) return true;
  }
  return false;
}

const ID3V1_BYTES = 128;
const ID3_HEADER = 10;
const TAGS_MAX = 4;

/** The place after all ID3v2 tags; 0 without one. */
function afterTags(bytes: Buffer): number {
  let at = 0;
  for (let tag = 0; tag < TAGS_MAX; tag += 1) {
    const size = bytes.subarray(at + 6, at + ID3_HEADER);
    const isTag = textAt(bytes, at, 3) === "ID3" && size.length === 4 && size.every(isSevenBit);
    if (!isTag) break;
    at += ID3_HEADER + size.reduce((sum, byte) => sum * 128 + byte, 0);
  }
  return at;
}

const isSevenBit = (byte: number) => byte < 0x80;

const KBPS = {
  1: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const RATES = [44_100, 48_000, 32_000] as const;

/** A frame of layer III at this place. Source: ISO/IEC 11172-3, 2.4.2.3. */
function frameAt(bytes: Buffer, at: number): { length: number; kind: string } | undefined {
  const [sync, kind = 0, rates = 0] = bytes.subarray(at, at + 3);
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0) return undefined;
  const [version, layer] = [(kind >> 3) & 3, (kind >> 1) & 3];
  if (version === 1 || layer !== 1) return undefined;
  const isFirst = version === 3;
  const kbps = KBPS[isFirst ? 1 : 2][(rates >> 4) - 1];
  const full = RATES[(rates >> 2) & 3];
  if (kbps === undefined || full === undefined) return undefined;
  const rate = full / { 3: 1, 2: 2, 0: 4 }[version as 0 | 2 | 3];
  const length = Math.floor(((isFirst ? 144 : 72) * kbps * 1_000) / rate) + ((rates >> 1) & 1);
  return { length, kind: `${version} ${rate}` };
}

/** Bytes as Latin-1. */
export function textAt(bytes: Buffer, at: number, length: number): string {
  return bytes.toString("latin1", at, at + length);
}
