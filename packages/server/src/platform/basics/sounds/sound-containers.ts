import { textAt } from "./sound-formats.ts";

/** Boxes or elements of a file that are looked at; more are no recording of a word. */
const PARTS_MAX = 2_000;

interface Box {
  readonly name: string;
  readonly content: Buffer;
}

/** MPEG-4 with sound and without moving pictures. Source: ISO/IEC 14496-12. */
export function isM4a(bytes: Buffer): boolean {
  if (textAt(bytes, 4, 4) !== "ftyp") return false;
  const tracks = inside([{ name: "", content: bytes }], "moov", "trak", "mdia", "hdlr");
  const kinds = tracks.map(({ content }) => textAt(content, 8, 4));
  return kinds.includes("soun") && !kinds.includes("vide");
}

/** The boxes at the end of this path. */
function inside(boxes: readonly Box[], ...path: readonly string[]): readonly Box[] {
  return path.reduce(
    (found, name) =>
      found.flatMap(({ content }) => boxesOf(content)).filter((box) => box.name === name),
    boxes,
  );
}

function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length && boxes.length < PARTS_MAX;) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1;
    if (isLong && at + 16 > bytes.length) break;
    const header = isLong ? 16 : 8;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    // A box of size 0 reaches to the end.
    const end = size === 0 ? bytes.length : at + size;
    if (end < at + header) break;
    boxes.push({ name: textAt(bytes, at + 4, 4), content: bytes.subarray(at + header, end) });
    at = end;
  }
  return boxes;
}

const EBML = 0x1a45dfa3;
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_TYPE = 0x83;
const CLUSTER = 0x1f43b675;
const SOUND = 2;

interface Element {
  readonly id: number;
  readonly content: Buffer;
}

/** WebM whose tracks are all of sound. Source: RFC 8794, RFC 9559. */
export function isWebmSound(bytes: Buffer): boolean {
  const [head, segment] = elementsOf(bytes);
  if (head?.id !== EBML || segment?.id !== SEGMENT) return false;
  const type = elementsOf(head.content).find(({ id }) => id === DOC_TYPE)?.content;
  if (type === undefined || textAt(type, 0, type.length).replace(/\0+$/, "") !== "webm")
    return false;
  const tracks = elementsOf(segment.content).find(({ id }) => id === TRACKS);
  const kinds = elementsOf(tracks?.content ?? Buffer.alloc(0))
    .filter(({ id }) => id === TRACK)
    .map(({ content }) => elementsOf(content).find(({ id }) => id === TRACK_TYPE)?.content[0]);
  return kinds.length > 0 && kinds.every((kind) => kind === SOUND);
}

/** Up to the first sound: its description comes before. */
function elementsOf(bytes: Buffer): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length && elements.length < PARTS_MAX;) {
    const id = numberAt(bytes, at, true);
    if (id === undefined || id.value === CLUSTER) break;
    const size = numberAt(bytes, at + id.length, false);
    if (size === undefined) break;
    const start = at + id.length + size.length;
    // A recorder that does not know the length yet says so with all bits.
    const isOpen = size.value === 2 ** (7 * size.length) - 1;
    const end = isOpen ? bytes.length : start + size.value;
    elements.push({ id: id.value, content: bytes.subarray(start, end) });
    at = end;
  }
  return elements;
}

/** A number whose first bits tell its length; an id keeps them. */
function numberAt(
  bytes: Buffer,
  at: number,
  isId: boolean,
): { value: number; length: number } | undefined {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || length > (isId ? 4 : 8) || at + length > bytes.length) return undefined;
  let value = isId ? first : first & (0xff >> length);
  for (const byte of bytes.subarray(at + 1, at + length)) value = value * 256 + byte;
  return { value, length };
}
