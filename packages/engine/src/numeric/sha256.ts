/**
 * SHA-256 of a text as UTF-8, in 64 lower-case hex digits. Implemented here because the engine uses
 * neither Node nor browser APIs.
 *
 * @param text  a lone surrogate counts as U+FFFD, as in any UTF-8 encoder
 *
 * Source: FIPS 180-4, sections 5 and 6.2. The constants are the fractional parts of square and
 * cube roots of primes, computed below.
 */
export function sha256Hex(text: string): string {
  const state = Int32Array.from(initialState);
  const words = paddedWords(utf8Bytes(text));
  const schedule = new Int32Array(64);
  for (let at = 0; at < words.length; at += 16) processBlock(state, words, at, schedule);
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

const primes = firstPrimes(64);
const initialState = primes.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)));
const roundConstants = Int32Array.from(primes, (prime) => cubeRootBits(prime));

/** Processes a block of sixteen words: message schedule and 64 rounds. `w` is a work buffer. */
function processBlock(state: Int32Array, message: Int32Array, from: number, w: Int32Array): void {
  for (let t = 0; t < 16; t++) w[t] = message[from + t]!;
  for (let t = 16; t < 64; t++) {
    const before = w[t - 15]!;
    const late = w[t - 2]!;
    const s0 = rotateRight(before, 7) ^ rotateRight(before, 18) ^ (before >>> 3);
    const s1 = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10);
    w[t] = w[t - 16]! + s0 + w[t - 7]! + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t++) {
    const s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + roundConstants[t]! + w[t]!) | 0;
    const s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    const second = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const results = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at++) state[at] = state[at]! + results[at]!;
}

/** Big-endian words of the message, a one bit, zeros, and the length in bits as 64 bits. */
function paddedWords(bytes: readonly number[]): Int32Array {
  const words = new Int32Array(16 * (Math.floor((bytes.length + 8) / 64) + 1));
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 0x80;
    words[at >> 2] = words[at >> 2]! | (byte << (24 - 8 * (at & 3)));
  }
  words[words.length - 2] = Math.floor((bytes.length * 8) / 2 ** 32);
  words[words.length - 1] = bytes.length * 8;
  return words;
}

function utf8Bytes(text: string): number[] {
  const bytes: number[] = [];
  const sound = text.toWellFormed();
  for (let at = 0; at < sound.length; at++) {
    const code = sound.codePointAt(at)!;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), tail(code, 0));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), tail(code, 6), tail(code, 0));
    else {
      bytes.push(0xf0 | (code >> 18), tail(code, 12), tail(code, 6), tail(code, 0));
      // The second half of the pair.
      at++;
    }
  }
  return bytes;
}

function tail(code: number, shift: number): number {
  return 0x80 | ((code >> shift) & 0x3f);
}

function rotateRight(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  }
  return found;
}

/** The first 32 bits after the binary point; the 53 bits of a double are enough. */
function fractionBits(value: number): number {
  return Math.floor((value % 1) * 2 ** 32) | 0;
}

/**
 * The same for a cube root, in integer arithmetic: Math.cbrt may differ in the last bit between
 * JavaScript engines.
 */
function cubeRootBits(prime: number): number {
  const target = BigInt(prime) << 96n;
  let root = 0n;
  for (let bit = 1n << 36n; bit > 0n; bit >>= 1n) {
    const trial = root | bit;
    if (trial ** 3n <= target) root = trial;
  }
  return Number(root & 0xffffffffn) | 0;
}
