import type { ApiKeyScope, Scope } from "@wordloom/contract";

/** The holder of a presented API key. */
interface ApiKeyHolder {
  readonly keyId: string;
  readonly name: string;
  /** The administrator for whom it acts. */
  readonly adminId: string;
  readonly scopes: readonly ApiKeyScope[];
  /** Identifies this secret of the key, as the session identifies a token; not secret. */
  readonly secretId: string;
}

/** The API keys, for sign-in. */
export interface ApiKeys {
  /**
   * The holder of a live key. Notes the use, at most once a minute.
   *
   * @param ip  address of the caller
   */
  find(key: string, ip: string): Promise<ApiKeyHolder | undefined>;
  /** The live ones among these secrets; for streams, which check every few seconds. */
  liveAmong(secretIds: readonly string[]): Promise<Set<string>>;
}

const FORM = /^wlk_[A-Z2-7]{8}_[\w-]{43}$/;

/** Whether a bearer token has the form of an API key. */
export function isApiKey(token: string): boolean {
  return FORM.test(token);
}

const INCLUDED: Readonly<Record<ApiKeyScope, readonly ApiKeyScope[]>> = {
  read: ["read"],
  write: ["read", "write"],
  admin: ["read", "write", "admin"],
};

/** @param needed  from `scopeOf`; undefined if administrators may not call */
export function allows(scopes: readonly ApiKeyScope[], needed: Scope | undefined): boolean {
  return scopes.some((scope) => INCLUDED[scope].some((included) => included === needed));
}
