const DIMENSIONS = 64;

/**
 * A stand-in for an embedding, always the same for the same text. It counts neighboring letters, so
 * that texts which share words or parts of words have similar vectors. Its length is not one.
 */
export function mockEmbedding(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  const padded = ` ${text.toLowerCase()} `;
  for (let at = 0; at + 1 < padded.length; at += 1) {
    const slot = (padded.charCodeAt(at) * 31 + padded.charCodeAt(at + 1)) % DIMENSIONS;
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  return vector;
}
