import type { Ids } from "../../../platform/basics/ids.ts";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const PREFIX_BYTES = 5;
const SECRET_BYTES = 32;
const BEFORE_PREFIX = "wlk_";
const PREFIX_LENGTH = 8;

/** A new key, and the prefix by which it is looked up. */
export function createSecret(ids: Ids): { readonly prefix: string; readonly key: string } {
  const prefix = base32(Buffer.from(ids.secret(PREFIX_BYTES), "base64url"));
  return { prefix, key: keyWith(prefix, ids) };
}

/** A new key with a prefix. */
export function keyWith(prefix: string, ids: Ids): string {
  return `${BEFORE_PREFIX}${prefix}_${ids.secret(SECRET_BYTES)}`;
}

/** @param key  in the form of a key, see `isApiKey` */
export function prefixOf(key: string): string {
  return key.slice(BEFORE_PREFIX.length, BEFORE_PREFIX.length + PREFIX_LENGTH);
}

/** RFC 4648: encodes five bytes as eight characters. */
function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join("");
}
