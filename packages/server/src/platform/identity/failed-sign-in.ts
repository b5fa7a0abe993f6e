import { createHmac, hkdfSync } from "node:crypto";
import type { Deps } from "../../deps.ts";

/** Why a sign-in was refused. */
export type SignInFailure = "wrong_credentials" | "locked" | "banned";

export interface FailedSignIn {
  readonly kind: "learner" | "admin";
  /** As typed; people sometimes type their password here. */
  readonly email: string;
  /** Address of the caller; undefined outside of requests. */
  readonly ip: string | null | undefined;
  readonly outcome: SignInFailure;
}

const DIGITS = 16;

/**
 * Writes the one line that fail2ban and similar programs read (docs/operating/sign-in-log.md):
 * operators rely on the message. The account is named by a keyed hash, so that guesses at one
 * account can be counted without revealing whose it is.
 */
export function logFailedSignIn(
  { log, settings }: Pick<Deps, "log" | "settings">,
  { kind, email, ip, outcome }: FailedSignIn,
): void {
  const address = ip ?? "unknown";
  const account = accountHash(settings.ADMIN_JWT_SECRET, email);
  log.warn({ kind, address, account, outcome }, `a sign-in from ${address} failed`);
}

function accountHash(secret: string, email: string): string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "wordloom sign-in log", 32));
  return createHmac("sha256", key)
    .update(email.trim().toLowerCase())
    .digest("hex")
    .slice(0, DIGITS);
}
