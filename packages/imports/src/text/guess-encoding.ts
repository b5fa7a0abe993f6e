import type { ByteSource } from "../files/byte-source.ts";
import { unknownFormat } from "../files/unreadable.ts";
import type { Encoding } from "./decode-text.ts";

/** The bytes looked at. */
const SAMPLE_BYTES = 256 * 1024;

/** A share of NUL bytes that only two-byte text has. */
const MANY_NULS = 0.2;

export interface EncodingGuess {
  readonly encoding: Encoding;
  /** False where other encodings would give a text as well. */
  readonly isCertain: boolean;
}

/**
 * The encoding of a text by its byte order mark, by its bytes as UTF-8 or UTF-16, or else the most
 * plausible of the older ones, which no program can tell apart for certain.
 *
 * @throws UnreadableError for bytes that are no text
 */
export function guessEncoding(source: ByteSource): EncodingGuess {
  const bytes = source.read(0, SAMPLE_BYTES);
  const marked = encodingOfMark(bytes);
  if (marked !== undefined) return { encoding: marked, isCertain: true };
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return { encoding: wide, isCertain: true };
  if (isUtf8(source)) return { encoding: "utf-8", isCertain: true };
  return { encoding: olderEncoding(bytes), isCertain: false };
}

function encodingOfMark([a, b, c]: Uint8Array): Encoding | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  return a === 0xfe && b === 0xff ? "utf-16be" : undefined;
}

/** UTF-16 without a mark: Latin letters and line ends make every other byte NUL. */
function wideEncoding(bytes: Uint8Array): Encoding | undefined {
  const nuls = [0, 0];
  bytes.forEach((byte, index) => {
    if (byte === 0) nuls[index % 2] = (nuls[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = nuls;
  if (even + odd === 0) return undefined;
  const share = (even + odd) / bytes.length;
  if (share > MANY_NULS && odd > even * 20) return "utf-16le";
  if (share > MANY_NULS && even > odd * 20) return "utf-16be";
  throw unknownFormat("The file holds binary data.");
}

function isUtf8(source: ByteSource): boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for (let offset = 0; offset < source.size; offset += SAMPLE_BYTES)
      decoder.decode(source.read(offset, SAMPLE_BYTES), { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** How the pairs of high bytes of a text are spread. */
interface PairShares {
  readonly pairs: number;
  /** Of the pairs: both bytes above A0, as in EUC-KR, EUC-JP and GB 2312. */
  readonly euc: number;
  /** Of the pairs: with the common characters of GB 2312. */
  readonly commonHan: number;
  /** Of the pairs: with the syllables of KS X 1001. */
  readonly syllables: number;
  /** Of the pairs: with the kana of EUC-JP and GB 2312. */
  readonly kana: number;
  /** Of the pairs: the common characters of Big5. */
  readonly big5: number;
}

function olderEncoding(bytes: Uint8Array): Encoding {
  const text = bytes.length < SAMPLE_BYTES ? bytes : bytes.subarray(0, lastLineEnd(bytes));
  const shares = pairShares(text);
  if (shiftJisKana(text) > 0.25) return "shift_jis";
  if (shares.pairs > 0 && !isSingleByte(text)) {
    if (shares.euc > 0.98 && shares.kana > 0.2 && decodes(text, "euc-jp")) return "euc-jp";
    if (shares.pairs >= 6 && shares.syllables > 0.97 && decodes(text, "euc-kr")) return "euc-kr";
    if (shares.big5 > 0.9 && shares.big5 > shares.commonHan && decodes(text, "big5")) return "big5";
    if (decodes(text, "gb18030")) return "gb18030";
    if (decodes(text, "shift_jis")) return "shift_jis";
  }
  return looksCyrillic(text) ? "windows-1251" : westernEncoding(text);
}

function lastLineEnd(bytes: Uint8Array): number {
  const end = bytes.lastIndexOf(0x0a);
  return end === -1 ? bytes.length : end + 1;
}

function decodes(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** If the second byte of a pair reveals nothing, the first one does. */
function pairShares(bytes: Uint8Array): PairShares {
  let [pairs, euc, commonHan, syllables, kana, big5] = [0, 0, 0, 0, 0, 0];
  for (let index = 0; index < bytes.length - 1; index += 1) {
    const lead = bytes[index] ?? 0;
    if (lead < 0x81) continue;
    const trail = bytes[(index += 1)] ?? 0;
    // GB 18030 writes rare characters with four bytes, the second of which is a digit.
    if (trail >= 0x30 && trail <= 0x39) {
      index += 2;
      continue;
    }
    // Punctuation is alike in all of them.
    if (lead >= 0xa1 && lead <= 0xa3 && trail >= 0xa1) continue;
    pairs += 1;
    if (lead >= 0xa4 && lead <= 0xc6 && (trail < 0x7f || trail >= 0xa1)) big5 += 1;
    if (lead < 0xa1 || trail < 0xa1) continue;
    euc += 1;
    if (lead >= 0xb0 && lead <= 0xd7) commonHan += 1;
    if (lead >= 0xb0 && lead <= 0xc8) syllables += 1;
    if (lead === 0xa4 || lead === 0xa5) kana += 1;
  }
  const share = (count: number) => (pairs === 0 ? 0 : count / pairs);
  return {
    pairs,
    euc: share(euc),
    commonHan: share(commonHan),
    syllables: share(syllables),
    kana: share(kana),
    big5: share(big5),
  };
}

/** The share of full-width kana among the other characters, read as Shift-JIS. */
function shiftJisKana(bytes: Uint8Array): number {
  if (!decodes(bytes, "shift_jis")) return 0;
  const text = new TextDecoder("shift_jis").decode(bytes);
  const wide = text.match(/[^\0-\x7f]/g) ?? [];
  const kana = wide.filter((character) => /[\u3041-\u30ff]/.test(character));
  return wide.length === 0 ? 0 : kana.length / wide.length;
}

/** Letters with accents stand alone between ASCII letters; double-byte characters come in pairs. */
function isSingleByte(bytes: Uint8Array): boolean {
  let [alone, together] = [0, 0];
  for (let index = 0; index < bytes.length; index += 1) {
    if ((bytes[index] ?? 0) < 0x80) continue;
    let end = index + 1;
    while ((bytes[end] ?? 0) >= 0x80) end += 1;
    const isBesideLetters = isLetter(bytes[index - 1]) || isLetter(bytes[end]);
    if (end - index === 1 && (isBesideLetters || !isTrail(bytes[end]))) alone += 1;
    else together += 1;
    index = end;
  }
  return alone > together;
}

const isLetter = (byte = 0) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
const isTrail = (byte = 0) => byte >= 0x30;

/** Words of Cyrillic text consist of high bytes, most of them small letters. */
function looksCyrillic(bytes: Uint8Array): boolean {
  const text = new TextDecoder("windows-1251").decode(bytes);
  const words = text.match(/[\p{L}]+/gu) ?? [];
  const highWords = words.filter((word) => /^[А-яЁёІіЇїЄєҐґЎў]{2,}$/u.test(word));
  const mixed = words.filter((word) => /[A-Za-z]/.test(word) && /[^\0-\x7f]/.test(word));
  return highWords.length > mixed.length;
}

/** The vowels with two dots and ß, as old Macintosh programs wrote them. */
function westernEncoding(bytes: Uint8Array): Encoding {
  const high = [...bytes].filter((byte) => byte >= 0x80);
  const mac = high.filter((byte) => MAC_LETTERS.has(byte)).length;
  const hasCr = bytes.includes(0x0d) && !bytes.includes(0x0a);
  return hasCr && mac > high.length / 2 ? "macintosh" : "windows-1252";
}

/** Ä Ö Ü á à â ä ã ç é è ê ë í ñ ó ö ü ß of MacRoman. */
const MAC_LETTERS: ReadonlySet<number> = new Set([
  ...[0x80, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8d, 0x8e, 0x8f],
  ...[0x90, 0x91, 0x92, 0x96, 0x97, 0x9a, 0x9f, 0xa7],
]);
