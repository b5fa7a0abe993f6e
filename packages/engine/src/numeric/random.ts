const GOLDEN_STEP = 0x9e3779b9;
const TWO_POW_32 = 2 ** 32;
/** Where FNV-1a begins. */
export const HASH_START = 0x811c9dc5;

/**
 * 32-bit hash of a text: FNV-1a over UTF-16 code units, then a finalizer, because the low bits of
 * FNV-1a are weak and ids often differ in only one character.
 *
 * @returns an unsigned 32-bit integer
 *
 * Source: Fowler, Noll and Vo, FNV-1a; finalizer of MurmurHash3 (Appleby).
 */
export function stringHash(text: string): number {
  let hash = HASH_START;
  for (let at = 0; at < text.length; at++) hash = hashUnit(hash, text.charCodeAt(at));
  return mixBits(hash);
}

/** One step of FNV-1a. */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/**
 * Uniform draw in [0, 1) that depends only on its arguments: a counter-based generator, not a
 * stream, so that additional draws of one feature do not change those of another.
 *
 * @param seed    integer; only its low 32 bits are used
 * @param idHash  subject of the draw, usually {@link stringHash} of an id
 * @param index   number of the draw for this subject, an integer
 * @param tag     purpose of the draw
 * @returns       a multiple of 2^−32 in [0, 1)
 */
export function hash32(seed: number, idHash: number, index: number, tag: string): number {
  return drawOf(seed, idHash, index, stringHash(tag));
}

/** {@link hash32} with a precomputed hash of the tag. */
export function drawOf(seed: number, idHash: number, index: number, tagHash: number): number {
  return counterBits(seed, idHash, index, tagHash) / TWO_POW_32;
}

/**
 * Standard normal draw by Box and Muller (1958), a function of its arguments like {@link hash32}.
 *
 * @returns finite, |z| < 6.8; independent of `hash32` with the same arguments
 */
export function gaussian(seed: number, idHash: number, index: number, tag: string): number {
  const tagHash = stringHash(tag);
  const radiusBits = counterBits(seed, idHash, index, mixBits(tagHash ^ 0x5bd1e995));
  const angleBits = counterBits(seed, idHash, index, mixBits(tagHash ^ 0x2545f491));
  // Shifted by half a step from 0, so that the logarithm is finite.
  const radius = Math.sqrt(-2 * Math.log((radiusBits + 0.5) / TWO_POW_32));
  return radius * Math.cos((2 * Math.PI * angleBits) / TWO_POW_32);
}

function counterBits(seed: number, idHash: number, index: number, tagHash: number): number {
  let bits = mixBits((seed | 0) + GOLDEN_STEP);
  bits = mixBits((bits ^ idHash) + GOLDEN_STEP);
  bits = mixBits((bits ^ tagHash) + GOLDEN_STEP);
  return mixBits((bits ^ index) + GOLDEN_STEP);
}

/** A bijection of 32-bit integers in which every input bit reaches every output bit. */
export function mixBits(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
