import type { AuthResult } from "@wordloom/contract";
import { createClient, type CallInput } from "@wordloom/contract/client";
import {
  confirmEmail,
  forgotPassword,
  login,
  readMe,
  register,
  resetPassword,
  verifyResetToken,
} from "virtual:endpoints";
import { basePath, connection } from "@wordloom/web";
import { deviceHeaders } from "../platform/device.ts";
import { call } from "./api.ts";
import { signedIn, signIn, userChanged } from "./sign-in.ts";

/** Sends no token: a wrong password is also 401, and must not start a renewal. */
const open = createClient({ baseUrl: basePath, headers: deviceHeaders });

export type Registration = CallInput<typeof register>["body"];
export type Credentials = CallInput<typeof login>["body"];

/** Called with the account's id before the app opens its workspace. */
type BeforeEntering = (account: string) => void;

/** @throws ApiError: AUTH_EMAIL_EXISTS, FORBIDDEN when registration is closed, … */
export async function registerAccount(body: Registration, before: BeforeEntering): Promise<void> {
  enter(await open.call(register, { body }), before);
}

/** @throws ApiError: AUTH_UNAUTHORIZED, RATE_LIMITED while locked, FORBIDDEN when banned */
export async function signInWith(body: Credentials, before?: BeforeEntering): Promise<void> {
  enter(await open.call(login, { body }), before);
}

/** Gets the same reply whether or not the address has an account. */
export async function requestReset(email: string): Promise<void> {
  await open.call(forgotPassword, { body: { email } });
}

export async function isUsableResetToken(token: string): Promise<boolean> {
  return (await open.call(verifyResetToken, { body: { token } })).valid;
}

/** @throws ApiError: AUTH_WEAK_PASSWORD, AUTH_INVALID_RESET_TOKEN, AUTH_EXPIRED_RESET_TOKEN */
export async function setNewPassword(token: string, newPassword: string): Promise<void> {
  await open.call(resetPassword, { body: { token, newPassword } });
}

/**
 * Works without a sign-in, because the email may be opened on another device.
 * @returns the address that is valid from now on
 * @throws ApiError: EMAIL_CHANGE_INVALID, AUTH_EMAIL_EXISTS
 */
export async function confirmNewEmail(token: string): Promise<string> {
  const { email } = await open.call(confirmEmail, { body: { token } });
  if (signIn.get().kind === "in") userChanged(await call(readMe));
  return email;
}

function enter(signed: AuthResult, before?: BeforeEntering): void {
  connection.heard();
  before?.(signed.user.id);
  signedIn(signed);
}
