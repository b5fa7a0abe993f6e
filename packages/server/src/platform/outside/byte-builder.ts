/** Collects bytes in one growing buffer, so that many small pieces need no memory each. */
export interface ByteBuilder {
  /** Number of bytes collected. */
  size(): number;
  append(bytes: Uint8Array): void;
  /** The bytes collected from `start` on; valid until another function is called. */
  view(start: number): Buffer;
  /** Returns a copy of the collected bytes, and starts over. */
  take(): Buffer;
}

export function createByteBuilder(capacity: number): ByteBuilder {
  let buffer = Buffer.allocUnsafeSlow(capacity);
  let size = 0;

  return {
    size: () => size,
    append(bytes) {
      if (size + bytes.length > buffer.length) grow(size + bytes.length);
      buffer.set(bytes, size);
      size += bytes.length;
    },
    view: (start) => buffer.subarray(start, size),
    take() {
      const taken = Buffer.allocUnsafeSlow(size);
      buffer.copy(taken, 0, 0, size);
      size = 0;
      return taken;
    },
  };

  function grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, buffer.length * 2));
    buffer.copy(larger, 0, 0, size);
    buffer = larger;
  }
}
