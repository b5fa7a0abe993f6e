import { createDecoder, createSigner, createVerifier } from "fast-jwt";
import type { Ids } from "../basics/ids.ts";
import type { Settings } from "../settings/settings.ts";

/**
 * The account and session of a token. Whether the session is still active is checked separately.
 */
export interface TokenSubject {
  readonly accountId: string;
  readonly sessionId: string;
}

/** A refresh token works once; its id identifies it among those of a session. */
interface RefreshSubject extends TokenSubject {
  readonly refreshId: string;
}

/** A refresh token that was read; issued to the second, epoch milliseconds. */
export interface ReadRefresh extends RefreshSubject {
  readonly issuedAtMs: number;
}

/**
 * Issues and verifies the three kinds of token. Each kind has its own secret, `typ` and audience,
 * so one kind is never accepted as another. Reading never throws: an invalid token gives undefined.
 *
 * Lifetimes are in milliseconds.
 */
export interface Tokens {
  issueAccess(subject: TokenSubject, nowMs: number, lifetimeMs: number): string;
  issueRefresh(subject: RefreshSubject, nowMs: number, lifetimeMs: number): string;
  issueAdmin(subject: TokenSubject, nowMs: number, lifetimeMs: number): string;
  readAccess(token: string, nowMs: number): TokenSubject | undefined;
  readRefresh(token: string, nowMs: number): ReadRefresh | undefined;
  /** Whether it is a refresh token of this service, expired or not. */
  isRefresh(token: string): boolean;
  /** Whether it is an access or administrator's token of this service, expired or not. */
  isGenuine(token: string): boolean;
  readAdmin(token: string, nowMs: number): TokenSubject | undefined;
}

type TokenSettings = Pick<Settings, "JWT_SECRET" | "REFRESH_JWT_SECRET" | "ADMIN_JWT_SECRET">;

export function createTokens(settings: TokenSettings, ids: Ids): Tokens {
  const access = createKind("user", settings.JWT_SECRET);
  const refresh = createKind("refresh", settings.REFRESH_JWT_SECRET);
  const admin = createKind("admin", settings.ADMIN_JWT_SECRET);
  return {
    issueAccess: (subject, nowMs, lifetimeMs) =>
      access.issue(subject, ids.next(), nowMs, lifetimeMs),
    issueRefresh: (subject, nowMs, lifetimeMs) =>
      refresh.issue(subject, subject.refreshId, nowMs, lifetimeMs),
    issueAdmin: (subject, nowMs, lifetimeMs) => admin.issue(subject, ids.next(), nowMs, lifetimeMs),
    readAccess: (token, nowMs) => subjectOf(access.read(token, nowMs)),
    readAdmin: (token, nowMs) => subjectOf(admin.read(token, nowMs)),
    readRefresh(token, nowMs) {
      const claims = refresh.read(token, nowMs);
      if (claims === undefined) return undefined;
      const { sub: accountId, sid: sessionId, jti: refreshId, iat } = claims;
      return { accountId, sessionId, refreshId, issuedAtMs: iat * 1_000 };
    },
    isRefresh: refresh.isOfKind,
    isGenuine: (token) => access.isOfKind(token) || admin.isOfKind(token),
  };
}

interface Claims {
  sub: string;
  sid: string;
  jti: string;
  iat: number;
  exp: number;
}

function subjectOf(claims: Claims | undefined): TokenSubject | undefined {
  return claims && { accountId: claims.sub, sessionId: claims.sid };
}

/**
 * Three parts, and the 43 characters of an HS256 signature in canonical form: the last character
 * carries only four bits, so other characters would decode to the same bytes.
 */
const TOKEN_FORM = /^[\w-]{1,512}\.[\w-]{1,1024}\.[\w-]{42}[AEIMQUYcgkosw048]$/;

/**
 * Verified tokens cached per kind, about a kilobyte each, so that a burst of requests verifies one
 * signature.
 */
const REMEMBERED_MAX = 8_192;

/** How far in the future a token may have been issued, in case a clock was set back. */
const CLOCK_TOLERANCE_MS = 300_000;

const decode = createDecoder() as (token: string) => Record<string, unknown>;

function createKind(typ: string, secret: string) {
  const audience = `wordloom:${typ}`;
  const sign = createSigner({ key: secret, algorithm: "HS256", aud: audience });
  // Times are checked below, on every read, against the injected clock. The cache only stores that
  // this text was signed by us, which cannot change. Forged tokens are not cached.
  const verify = createVerifier({
    key: secret,
    algorithms: ["HS256"],
    allowedAud: audience,
    requiredClaims: ["aud"],
    ignoreExpiration: true,
    ignoreNotBefore: true,
  });
  const verified = new Map<string, Record<string, unknown>>();
  return {
    issue(subject: TokenSubject, jti: string, nowMs: number, lifetimeMs: number): string {
      const { accountId: sub, sessionId: sid } = subject;
      const iat = Math.floor(nowMs / 1000);
      return sign({ sub, typ, sid, iat, exp: iat + Math.ceil(lifetimeMs / 1000), jti });
    },
    isOfKind: (token: string): boolean => claimsOf(token) !== undefined,
    read(token: string, nowMs: number): Claims | undefined {
      const claims = claimsOf(token);
      return claims !== undefined && isCurrent(claims, nowMs) ? claims : undefined;
    },
  };

  function claimsOf(token: string): Record<string, unknown> | undefined {
    return verified.get(token) ?? check(token);
  }

  function check(token: string): Record<string, unknown> | undefined {
    if (!TOKEN_FORM.test(token)) return undefined;
    // A token that does not claim to be of this kind is refused without checking its signature,
    // because endpoints for several kinds get such tokens with every call.
    if (attempt(() => decode(token))?.["typ"] !== typ) return undefined;
    const claims = attempt(() => verify(token) as Record<string, unknown>);
    if (claims?.["typ"] !== typ) return undefined;
    if (verified.size >= REMEMBERED_MAX) verified.clear();
    verified.set(token, claims);
    return claims;
  }
}

function isCurrent(
  claims: Record<string, unknown>,
  nowMs: number,
): claims is Record<string, unknown> & Claims {
  const { sub, sid, jti, iat, exp, nbf } = claims;
  if (![sub, sid, jti].every((claim) => typeof claim === "string" && claim !== "")) return false;
  if (!Number.isSafeInteger(iat) || !Number.isSafeInteger(exp) || nbf !== undefined) return false;
  return nowMs < Number(exp) * 1000 && Number(iat) * 1000 <= nowMs + CLOCK_TOLERANCE_MS;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
