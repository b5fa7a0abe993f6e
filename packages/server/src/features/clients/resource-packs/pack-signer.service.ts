import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { chmodSync, existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { takeNamedLock } from "../../../platform/database/named-lock.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { createSecretFile, readSecretFile } from "../../../platform/settings/secret-file.ts";
import { findStoredKey, insertStoredKey, replaceStoredKey } from "./resource-packs.repo.ts";

type Needs = Pick<Deps, "database" | "log" | "settings">;

/** Mode of the public key's file, which anyone who builds an app may read. */
const READABLE_BY_ALL = 0o644;

/**
 * The key that signs packs: from the variable, otherwise from the file. A pair is created only if
 * there is neither a file nor a public key in the database, because clients trust one key
 * permanently.
 *
 * @throws AppError RESOURCE_PACK_SIGNER_UNAVAILABLE if the key is missing, unreadable or not the
 *   one in use
 */
export async function openSigner(needs: Needs): Promise<KeyObject> {
  try {
    return await transact(needs.database, async (tx) => {
      await takeNamedLock(tx, "resource_pack_keys");
      const stored = await findStoredKey(tx);
      const key = readKey(needs, stored === undefined);
      const publicKey = rawPublicKey(key);
      if (stored === undefined) await insertStoredKey(tx, publicKey);
      else if (stored !== publicKey) throw new Error("it is not the key that clients know");
      return key;
    });
  } catch (cause) {
    needs.log.warn({ cause }, "the key that signs resource packs cannot be used");
    return refuse("RESOURCE_PACK_SIGNER_UNAVAILABLE");
  }
}

/**
 * Call at startup. Creates the key of a new installation, and warns if the key known to clients
 * cannot be used. Everything else works without it.
 */
export async function prepareSigner(needs: Needs): Promise<void> {
  const key = await openSigner(needs).catch(() => undefined);
  if (key === undefined || needs.settings.RESOURCE_PACK_SIGNING_KEY !== undefined) return;
  try {
    writePublicKey(keyFileOf(needs.settings), key);
  } catch (cause) {
    needs.log.warn({ cause }, "the file with the packs' public key cannot be written");
  }
}

/** Whether packs can be signed. Creates nothing. */
export async function signerState(needs: Needs): Promise<"ready" | "unused" | "lost"> {
  const stored = await findStoredKey(needs.database);
  if (stored === undefined) return "unused";
  try {
    return rawPublicKey(readKey(needs, false)) === stored ? "ready" : "lost";
  } catch {
    return "lost";
  }
}

/** Base64 of the 32 bytes. @throws AppError RESOURCE_PACK_SIGNER_UNAVAILABLE without a key */
export async function readPublicKey({ database }: Pick<Needs, "database">): Promise<string> {
  return (await findStoredKey(database)) ?? refuse("RESOURCE_PACK_SIGNER_UNAVAILABLE");
}

/**
 * Switches to another signing key: the one in the variable, or else a new pair, for which the files
 * of the old one are moved aside. Clients that know the old key refuse anything signed afterwards.
 *
 * @returns the new public key, base64 of 32 bytes
 * @throws Error if the key of the variable cannot be read
 */
export async function rotateKey(needs: Pick<Needs, "database" | "settings">, nowMs: number) {
  return transact(needs.database, async (tx) => {
    await takeNamedLock(tx, "resource_pack_keys");
    if (needs.settings.RESOURCE_PACK_SIGNING_KEY === undefined) putAside(needs, nowMs);
    const publicKey = rawPublicKey(readKey(needs, true));
    await replaceStoredKey(tx, publicKey);
    return publicKey;
  });
}

function putAside({ settings }: Pick<Needs, "settings">, nowMs: number): void {
  const path = keyFileOf(settings);
  for (const file of [path, publicFileOf(path)]) {
    if (existsSync(file)) renameSync(file, `${file}.until-${nowMs}`);
  }
}

function keyFileOf({ DATA_DIR }: Needs["settings"]): string {
  return join(DATA_DIR, "keys", "ed25519_resource_pack.key");
}

function readKey({ settings }: Pick<Needs, "settings">, mayMake: boolean): KeyObject {
  if (settings.RESOURCE_PACK_SIGNING_KEY !== undefined) {
    return parse(settings.RESOURCE_PACK_SIGNING_KEY);
  }
  const path = keyFileOf(settings);
  const found = readSecretFile(path);
  if (found !== undefined) return parse(found);
  if (!mayMake) throw new Error(`there is no key: neither RESOURCE_PACK_SIGNING_KEY nor ${path}`);
  const { privateKey } = generateKeyPairSync("ed25519");
  createSecretFile(path, String(privateKey.export({ type: "pkcs8", format: "pem" })));
  // Another process may have been first, so the file's content is authoritative.
  const key = parse(readSecretFile(path) ?? "");
  writePublicKey(path, key);
  return key;
}

/**
 * Uses `chmod`, because the umask, a restore or an earlier release may have made the file
 * unreadable.
 */
function writePublicKey(keyFile: string, key: KeyObject): void {
  const path = publicFileOf(keyFile);
  const text = rawPublicKey(key);
  if (readSecretFile(path) !== text) writeFileSync(path, `${text}\n`);
  chmodSync(path, READABLE_BY_ALL);
}

function publicFileOf(keyFile: string): string {
  return keyFile.replace(/key$/, "pub");
}

function parse(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("it is no Ed25519 key");
  return key;
}

function rawPublicKey(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: "jwk" });
  return Buffer.from(String(x), "base64url").toString("base64");
}
