import type { AdminIdentity, AdminSignIn } from "@wordloom/contract";
import { ApiError, createClient, type CallInput } from "@wordloom/contract/client";
import { queryClient } from "@wordloom/web";
import { observable, type Observable } from "@wordloom/web/state";
import {
  changeAdminPassword,
  loginAdmin,
  logoutAdmin,
  readSetupStatus,
  setupAdmin,
  verifyAdmin,
} from "virtual:endpoints";
import { forgetToken, keepToken, keptToken } from "../platform/kept-token.ts";
import { servicePath } from "../platform/service-path.ts";

/**
 * The sign-in state of this tab.
 * - `unknown`: being checked; `unreachable`: the service did not respond, or refused the check
 * - `new`: no administrator exists yet; `out`: nobody is signed in
 * - `in`: signed in; `ended`: the service refused the token. The screen and typed values stay below
 *   a sign-in form.
 */
export type SignIn =
  | { readonly kind: "unknown" | "new" | "out" }
  | { readonly kind: "unreachable"; readonly error: unknown }
  | { readonly kind: "in" | "ended"; readonly admin: AdminIdentity };

const state = observable<SignIn>({ kind: "unknown" });
export const signIn: Observable<SignIn> = state;

let token = keptToken();
export const adminToken = (): string | undefined => token;

/** For calls to which a refused token is irrelevant, or is the result. */
const plain = createClient({ baseUrl: servicePath, token: adminToken });

/** Finds out whose token is stored and, without a token, whether any administrator exists. */
export async function restoreSignIn(): Promise<void> {
  state.set({ kind: "unknown" });
  try {
    const admin = token === undefined ? undefined : await verified();
    if (admin !== undefined) return state.set({ kind: "in", admin });
    const { initialized } = await plain.call(readSetupStatus);
    state.set({ kind: initialized ? "out" : "new" });
  } catch (error) {
    state.set({ kind: "unreachable", error });
  }
}

/** Whether the service itself refuses the token; another 401 came from something in front. */
export function isTokenRefused({ status, code }: { status: number; code?: string }): boolean {
  return status === 401 && code === "AUTH_UNAUTHORIZED";
}

/** @returns undefined if the token is refused, in which case it is dropped */
async function verified(): Promise<AdminIdentity | undefined> {
  try {
    return await plain.call(verifyAdmin);
  } catch (error) {
    if (!(error instanceof ApiError) || !isTokenRefused(error)) throw error;
    token = undefined;
    forgetToken();
    return undefined;
  }
}

export type Credentials = Required<
  Pick<CallInput<typeof loginAdmin>["body"], "email" | "password">
> & {
  readonly rememberMe: boolean;
};

/** @throws ApiError: AUTH_UNAUTHORIZED, RATE_LIMITED while locked or after too many attempts */
export async function signInWith(body: Credentials): Promise<void> {
  const before = state.get();
  const signed = await plain.call(loginAdmin, { body });
  const isOther = before.kind === "ended" && before.admin.id !== signed.admin.id;
  if (isOther) queryClient.clear();
  accept(signed, body.rememberMe);
  // Calls that were refused in between are repeated.
  void queryClient.invalidateQueries();
}

export interface Setup {
  readonly email: string;
  readonly password: string;
  readonly setupToken: string;
}

/**
 * The setup token works once. If the reply is lost, the account exists: another attempt with the
 * same password signs in.
 * @throws ApiError: SETUP_TOKEN_INVALID, ADMIN_ALREADY_EXISTS, ADMIN_WEAK_PASSWORD, …
 */
export async function setUpWith(body: Setup): Promise<void> {
  try {
    accept(await plain.call(setupAdmin, { body }), false);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "ADMIN_ALREADY_EXISTS") throw error;
    const { email, password } = body;
    await signInWith({ email, password, rememberMe: false }).catch(() => Promise.reject(error));
  }
}

function accept(signed: AdminSignIn, remember: boolean): void {
  token = signed.token;
  keepToken(signed.token, remember);
  state.set({ kind: "in", admin: signed.admin });
}

/**
 * Changes the administrator's own password, which ends every sign-in, including this one.
 * @throws ApiError: AUTH_UNAUTHORIZED if the current one is wrong, ADMIN_WEAK_PASSWORD
 */
export async function changePassword(
  body: CallInput<typeof changeAdminPassword>["body"],
): Promise<void> {
  await plain.call(changeAdminPassword, { body });
  token = undefined;
  forgetToken();
  state.set({ kind: "out" });
  queryClient.clear();
}

/** The browser drops the sign-in even if the service cannot be reached. */
export async function signOut(): Promise<void> {
  try {
    await plain.call(logoutAdmin);
  } finally {
    token = undefined;
    forgetToken();
    state.set({ kind: "out" });
    queryClient.clear();
  }
}

/** The service refused the token of a call. */
export function signInEnded(refused: string | undefined): void {
  const now = state.get();
  // A reply to an earlier call says nothing about a newer sign-in.
  if (now.kind !== "in" || refused !== token) return;
  token = undefined;
  forgetToken();
  state.set({ kind: "ended", admin: now.admin });
}
