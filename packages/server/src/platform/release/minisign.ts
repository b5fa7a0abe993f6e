/**
 * Signatures in the format of `minisign`, so that operators can check a download with that program.
 * https://jedisct1.github.io/minisign/ describes the files; Ed25519 does the rest.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { randomBytes, sign, verify, type Hash, type KeyObject } from "node:crypto";

/** Identifies the key; shown as 16 hexadecimal digits, last byte first. */
type KeyId = Buffer;

/** A public key, for verification. */
export interface MinisignPublicKey {
  readonly keyId: KeyId;
  readonly key: KeyObject;
}

/** A secret key, for signing. */
export interface MinisignSecretKey extends MinisignPublicKey {
  readonly secret: KeyObject;
}

/** The parsed text of a `.minisig` file; not verified yet. */
export interface MinisignSignature {
  /** `ED` signs the BLAKE2b-512 hash of the content, `Ed` (old) the content itself. */
  readonly algorithm: "ED" | "Ed";
  readonly keyId: KeyId;
  readonly signature: Buffer;
  /** The global signature covers it; nothing covers the untrusted comment. */
  readonly trustedComment: string;
  readonly globalSignature: Buffer;
}

/**
 * The signed data: the content or, to verify a stream, its hash by `minisignHash()`. With a hash,
 * only `ED` signatures can be verified.
 */
export type SignedContent = { readonly content: Buffer } | { readonly hash: Buffer };

/** Why a key or a signature is not accepted; the message is for people. */
export class MinisignError extends Error {
  override readonly name = "MinisignError";
}

/** Longer texts are not signatures and are not parsed. */
const MAX_TEXT = 16_384;
const ALGORITHM = "Ed";
const UNTRUSTED = "untrusted comment: ";
const TRUSTED = "trusted comment: ";

/** The hash that `ED` signatures cover. */
export function minisignHash(): Hash {
  return createHash("blake2b512");
}

/**
 * @param text  a public key file, or its second line alone, as build variables carry it
 * @throws MinisignError
 */
export function parsePublicKey(text: string): MinisignPublicKey {
  const bytes = decode(keyLine(text), 42, "public key");
  if (bytes.toString("latin1", 0, 2) !== ALGORITHM) throw refused("public key", "algorithm");
  return { keyId: bytes.subarray(2, 10), key: publicKeyOf(bytes.subarray(10)) };
}

/**
 * @param text  a secret key file, or its second line alone. Only keys without a password: made with
 *   `minisign -G -W`, or by `createKey`
 * @throws MinisignError
 */
export function parseSecretKey(text: string): MinisignSecretKey {
  const bytes = decode(keyLine(text), 158, "secret key");
  if (bytes.toString("latin1", 0, 2) !== ALGORITHM) throw refused("secret key", "algorithm");
  if (bytes.readUInt16LE(2) !== 0) throw refused("secret key", "protected by a password");
  const secret = secretKeyOf(bytes.subarray(62, 94));
  const key = publicKeyOf(bytes.subarray(94, 126));
  // `minisign` itself leaves the checksum of the format empty for keys without a password.
  if (!createPublicKey(secret).equals(key)) throw refused("secret key", "damaged");
  return { keyId: bytes.subarray(54, 62), key, secret };
}

/**
 * A new key pair, as both files. The secret key is not protected, so keep it where nobody can read
 * it.
 */
export function createKey(): { readonly publicKey: string; readonly secretKey: string } {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { d = "", x = "" } = privateKey.export({ format: "jwk" });
  const [seed, key] = [Buffer.from(d, "base64url"), Buffer.from(x, "base64url")];
  const keyId = randomBytes(8);
  const head = Buffer.concat([Buffer.from("Ed\0\0B2", "latin1"), Buffer.alloc(48)]);
  const secret = Buffer.concat([head, keyId, seed, key, Buffer.alloc(32)]);
  return {
    publicKey: keyFile(`minisign public key ${nameOfKey(keyId)}`, publicBytes(keyId, key)),
    secretKey: keyFile("minisign encrypted secret key", secret),
  };
}

/** The line that build variables and `minisign -P` accept. */
export function publicKeyLine({ keyId, key }: MinisignPublicKey): string {
  const { x = "" } = key.export({ format: "jwk" });
  return publicBytes(keyId, Buffer.from(x, "base64url")).toString("base64");
}

/** As `minisign` shows it. */
function nameOfKey(keyId: Buffer): string {
  return Buffer.from(keyId).reverse().toString("hex").toUpperCase();
}

/**
 * @param text  of a `.minisig` file
 * @throws MinisignError
 */
export function parseSignature(text: string): MinisignSignature {
  if (text.length > MAX_TEXT) throw refused("signature", "too long");
  const [untrusted = "", first = "", trusted = "", second = "", ...rest] = text.split(/\r?\n/);
  const isWhole = untrusted.startsWith(UNTRUSTED) && trusted.startsWith(TRUSTED);
  if (!isWhole || rest.some((line) => line !== "")) throw refused("signature", "format");
  const bytes = decode(first, 74, "signature");
  const algorithm = bytes.toString("latin1", 0, 2);
  if (algorithm !== "ED" && algorithm !== "Ed") throw refused("signature", "algorithm");
  return {
    algorithm,
    keyId: bytes.subarray(2, 10),
    signature: bytes.subarray(10),
    trustedComment: trusted.slice(TRUSTED.length),
    globalSignature: decode(second, 64, "signature"),
  };
}

/**
 * @returns the trusted comment
 * @throws MinisignError unless this key signed exactly this content and this comment
 */
export function verifySignature(
  by: MinisignPublicKey,
  found: MinisignSignature,
  signed: SignedContent,
): string {
  if (!found.keyId.equals(by.keyId)) {
    const names = `${nameOfKey(found.keyId)} instead of ${nameOfKey(by.keyId)}`;
    throw refused("signature", `made by the key ${names}`);
  }
  if (!verify(null, signedBytes(found.algorithm, signed), by.key, found.signature)) {
    throw refused("signature", "does not fit the content");
  }
  const global = globalBytes(found.signature, found.trustedComment);
  if (!verify(null, global, by.key, found.globalSignature)) {
    throw refused("signature", "does not fit the trusted comment");
  }
  return found.trustedComment;
}

/**
 * The text of a `.minisig` file.
 *
 * @param trustedComment  one line
 * @param algorithm  `Ed` only for those who verify with something very old
 */
export function signContent(
  by: MinisignSecretKey,
  signed: SignedContent,
  trustedComment: string,
  algorithm: MinisignSignature["algorithm"] = "ED",
): string {
  if (/[\r\n]/.test(trustedComment)) throw refused("trusted comment", "more than one line");
  const signature = sign(null, signedBytes(algorithm, signed), by.secret);
  const global = sign(null, globalBytes(signature, trustedComment), by.secret);
  const head = Buffer.from(algorithm, "latin1");
  return [
    `${UNTRUSTED}signature from minisign secret key ${nameOfKey(by.keyId)}`,
    Buffer.concat([head, by.keyId, signature]).toString("base64"),
    `${TRUSTED}${trustedComment}`,
    `${global.toString("base64")}\n`,
  ].join("\n");
}

function signedBytes(algorithm: MinisignSignature["algorithm"], signed: SignedContent): Buffer {
  if (algorithm === "ED") {
    return "hash" in signed ? signed.hash : minisignHash().update(signed.content).digest();
  }
  if ("hash" in signed) throw refused("signature", "made without hashing, by an old program");
  return signed.content;
}

function globalBytes(signature: Buffer, trustedComment: string): Buffer {
  return Buffer.concat([signature, Buffer.from(trustedComment)]);
}

function publicBytes(keyId: Buffer, key: Buffer): Buffer {
  return Buffer.concat([Buffer.from(ALGORITHM, "latin1"), keyId, key]);
}

function keyFile(comment: string, bytes: Buffer): string {
  return `${UNTRUSTED}${comment}\n${bytes.toString("base64")}\n`;
}

function keyLine(text: string): string {
  if (text.length > MAX_TEXT) throw refused("key", "too long");
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  const [first = "", second] = lines;
  return first.startsWith(UNTRUSTED) ? (second ?? "") : first;
}

/**
 * Strict: an encoding that decodes to the same bytes but is written differently was tampered with.
 */
function decode(text: string, length: number, what: string): Buffer {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== length || bytes.toString("base64") !== text) throw refused(what, "format");
  return bytes;
}

function publicKeyOf(bytes: Buffer): KeyObject {
  const key = { kty: "OKP", crv: "Ed25519", x: bytes.toString("base64url") };
  return createPublicKey({ key, format: "jwk" });
}

/** PKCS #8 around a seed (RFC 8410): the only form that does not also need the public key. */
function secretKeyOf(seed: Buffer): KeyObject {
  const key = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

function refused(what: string, why: string): MinisignError {
  return new MinisignError(`minisign: ${what}: ${why}`);
}
