import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { createGate } from "../basics/bounded-queue.ts";

const argon2Async = promisify(argon2);

/** OWASP's second argon2id profile: 19 MiB, two passes, one lane; about 15 ms per hash. */
const PROFILE = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** Maximum number of concurrent hashes; each takes a pool thread and 19 MiB. */
const IN_FLIGHT_MAX = 2;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time without a hash, so that timing does not reveal which accounts exist. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}

/** argon2id outside the event loop, with a bounded number in flight; further calls queue. */
export function createPasswords(): Passwords {
  const gate = createGate(IN_FLIGHT_MAX);
  const decoy = derive(Buffer.alloc(16), "decoy");
  return {
    hash: (password) =>
      gate.run(async () => {
        const salt = randomBytes(16);
        return encode(salt, await derive(salt, password));
      }),
    verify: (hash, password) =>
      gate.run(async () => {
        const stored = hash === undefined ? undefined : decode(hash);
        const expected = stored?.tag ?? (await decoy);
        const tag = await derive(stored?.salt ?? Buffer.alloc(16), password);
        return timingSafeEqual(tag, expected) && stored !== undefined;
      }),
  };
}

function derive(salt: Buffer, password: string): Promise<Buffer> {
  return argon2Async("argon2id", { ...PROFILE, message: password, nonce: salt });
}

function encode(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = PROFILE;
  const numbers = `m=${memory},t=${passes},p=${parallelism}`;
  return `$argon2id$v=19$${numbers}$${salt.toString("base64url")}$${tag.toString("base64url")}`;
}

function decode(hash: string): { salt: Buffer; tag: Buffer } | undefined {
  const [, kind, , , salt, tag] = hash.split("$");
  if (kind !== "argon2id" || salt === undefined || tag === undefined) return undefined;
  return { salt: Buffer.from(salt, "base64url"), tag: Buffer.from(tag, "base64url") };
}
