import { UnreadableError } from "../files/unreadable.ts";

/** A field of a message: a number, or bytes. Numbers above 2^53 lose their last digits. */
export interface ProtoField {
  readonly number: number;
  readonly value: number | Uint8Array;
}

/** Bytes that numbers of a fixed width take, by their kind. */
const WIDTHS: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/**
 * The fields of a message in the protocol buffer format, in order. Numbers of a fixed width are
 * left as bytes.
 *
 * Source: Protocol Buffers, "Encoding".
 *
 * @param where  for refusals
 * @throws UnreadableError
 */
export function* protoFields(bytes: Uint8Array, where: string): Generator<ProtoField> {
  let place = 0;
  const number = (): number => {
    let value = 0;
    for (let weight = 1; weight < 2 ** 70; weight *= 128) {
      const byte = bytes[place];
      if (byte === undefined) break;
      place += 1;
      value += (byte & 127) * weight;
      if (byte < 128) return value;
    }
    throw new UnreadableError("Its bytes are damaged.", where);
  };
  while (place < bytes.length) {
    const key = number();
    const [field, kind] = [Math.floor(key / 8), key % 8];
    if (kind === 0) {
      yield { number: field, value: number() };
      continue;
    }
    const length = kind === 2 ? number() : WIDTHS[kind];
    if (length === undefined || place + length > bytes.length)
      throw new UnreadableError("Its bytes are damaged.", where);
    yield { number: field, value: bytes.subarray(place, place + length) };
    place += length;
  }
}

/** The last field with this number as a number; `otherwise` if there is none. */
export function protoNumber(
  fields: readonly ProtoField[],
  number: number,
  otherwise: number,
): number {
  const value = fields.findLast((field) => field.number === number)?.value;
  return typeof value === "number" ? value : otherwise;
}

/** The last field with this number as text; "" if there is none. */
export function protoText(fields: readonly ProtoField[], number: number): string {
  const value = fields.findLast((field) => field.number === number)?.value;
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : "";
}
