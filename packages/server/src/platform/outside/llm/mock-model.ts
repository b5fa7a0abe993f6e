const DIMENSIONS = 64;

/**
 * A stand-in for an embedding, the same for the same text: neighbouring letters are counted, so
 * that texts which share words or parts of words come out near each other. Not of length one.
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
