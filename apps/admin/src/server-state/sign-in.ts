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
 * Who uses this tab.
 *
 * - `unknown`: being asked; `unreachable`: the service did not answer that, or refused to
 * - `new`: there is no administrator yet; `out`: nobody is signed in
 * - `in`: signed in; `ended`: was signed in until the service refused the token. What was on the
 *   screen stays there, and what was typed with it, below a sign-in.
 */
export type SignIn =
  | { readonly kind: "unknown" | "new" | "out" }
  | { readonly kind: "unreachable"; readonly error: unknown }
  | { readonly kind: "in" | "ended"; readonly admin: AdminIdentity };

const state = observable<SignIn>({ kind: "unknown" });
export const signIn: Observable<SignIn> = state;

let token = keptToken();
export const adminToken = (): string | undefined => token;

/** Calls for which a refused token means nothing, or is the answer. */
const plain = createClient({ baseUrl: servicePath, token: adminToken });

/** Whose the kept token is; without one, whether there is an administrator at all. */
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

/** @returns undefined if the token is refused; it is forgotten then */
async function verified(): Promise<AdminIdentity | undefined> {
  try {
    return await plain.call(verifyAdmin);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
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

/** @throws ApiError: AUTH_UNAUTHORIZED, RATE_LIMITED while locked or too many attempts */
export async function signInWith(body: Credentials): Promise<void> {
  const before = state.get();
  const signed = await plain.call(loginAdmin, { body });
  const isOther = before.kind === "ended" && before.admin.id !== signed.admin.id;
  if (isOther) queryClient.clear();
  accept(signed, body.rememberMe);
  // What was refused in between is asked again.
  void queryClient.invalidateQueries();
}

export interface Setup {
  readonly email: string;
  readonly password: string;
  readonly setupToken: string;
}

/**
 * The setup token works once. If the reply was lost, the account is there: whoever tries again with
 * the same password signs in.
 *
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
 * Changes one's own password, which ends every sign-in, this one too.
 *
 * @throws ApiError: AUTH_UNAUTHORIZED if the present one is wrong, ADMIN_WEAK_PASSWORD
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

/** The browser forgets the session even if the service is not reached. */
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
  // A reply to a call of before says nothing about the session that came after.
  if (now.kind !== "in" || refused !== token) return;
  token = undefined;
  forgetToken();
  state.set({ kind: "ended", admin: now.admin });
}
