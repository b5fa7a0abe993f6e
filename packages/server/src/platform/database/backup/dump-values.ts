/** A row's value in a dump. */
export type DumpValue = string | number | null | { readonly $b: string } | { readonly $n: string };

/** A value that both databases accept as a parameter. */
export type StoredValue = string | number | bigint | null | Uint8Array;

/**
 * JSON has no bytes, and only finite numbers up to 2^53: bytes become `{"$b": base64}`, other
 * numbers `{"$n": text}`.
 */
export function toDumpValue(value: unknown): DumpValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : { $n: String(value) };
  }
  if (typeof value === "number") {
    if (Object.is(value, -0)) return { $n: "-0" };
    return Number.isFinite(value) ? value : { $n: String(value) };
  }
  if (value instanceof Uint8Array) return { $b: Buffer.from(value).toString("base64") };
  throw new TypeError(`a ${typeof value} cannot be dumped`);
}

/**
 * A value of a SQLite column as a parameter, with integers as numbers if they fit.
 *
 * @throws TypeError for a value that no column holds
 */
export function fromColumn(value: unknown): StoredValue {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`a ${typeof value} is no value of a column`);
}

/** @throws TypeError for a value that `toDumpValue` does not produce */
export function fromDumpValue(value: unknown): StoredValue {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "object") {
    if ("$b" in value && typeof value.$b === "string") return Buffer.from(value.$b, "base64");
    if ("$n" in value && typeof value.$n === "string") {
      return /^-?[1-9]\d*$/.test(value.$n) ? BigInt(value.$n) : Number(value.$n);
    }
  }
  throw new TypeError("this is no value of a dump");
}
