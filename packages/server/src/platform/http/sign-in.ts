import { scopeOf, type Access, type Endpoint } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import { anonymous, type Actor, type Admin, type Learner } from "../identity/actor.ts";
import { allows, isApiKey } from "../identity/api-keys.ts";
import { refuse } from "../basics/app-error.ts";
import type { Session } from "../identity/session.ts";
import type { TokenSubject } from "../identity/tokens.ts";
import { ACCESS_COOKIE } from "./cookies.ts";
import { credentialOf, type Credential } from "./credentials.ts";
import { requireOwnPage } from "./csrf.ts";
import type { RequestFacts } from "./route.ts";

type Needs = Pick<Deps, "adminRoleOf" | "apiKeys" | "clock" | "sessions" | "settings" | "tokens">;
type Facts = Pick<RequestFacts, "header" | "cookie" | "ip" | "secure">;

const admits: Readonly<Record<Access, readonly ("learner" | "admin")[]>> = {
  none: [],
  learner: ["learner"],
  admin: ["admin"],
  super: ["admin"],
  learner_or_admin: ["learner", "admin"],
};

/**
 * Authenticates the caller: the token must be of the right kind, and its session active. An API key
 * with the endpoint's scope is accepted wherever an administrator's token is.
 *
 * @throws AppError AUTH_UNAUTHORIZED without a valid token of the required kind, CSRF_ORIGIN for a
 * call with a cookie from a page of another site, FORBIDDEN for a missing role or scope
 */
export async function signIn(
  needs: Needs,
  request: Facts,
  endpoint: Pick<Endpoint, "access" | "method" | "scope">,
): Promise<Actor> {
  const kinds = admits[endpoint.access];
  if (kinds.length === 0) return anonymous;
  const credential = credentialFor(request, kinds) ?? refuse("AUTH_UNAUTHORIZED");
  // Reads are checked too: a page that only links here could use up a learner's once-a-day
  // allowance.
  if (credential.from === "cookie") requireOwnPage(needs.settings, request);
  const actor = (await holderOf(needs, request, credential, kinds)) ?? refuse("AUTH_UNAUTHORIZED");
  if (actor.kind === "admin") requireRights(actor, endpoint);
  return actor;
}

/** @throws AppError FORBIDDEN */
function requireRights(
  { role, apiKeyScopes }: Admin,
  endpoint: Pick<Endpoint, "access" | "method" | "scope">,
): void {
  if (endpoint.access === "super" && role !== "super_admin") refuse("FORBIDDEN");
  if (apiKeyScopes !== undefined && !allows(apiKeyScopes, scopeOf(endpoint))) {
    refuse("FORBIDDEN", "This API key is not allowed to do that.");
  }
}

/** The account of a valid token of either kind, for rate limits of open endpoints. */
export async function recognize(
  needs: Needs,
  request: Facts,
): Promise<Learner | Admin | undefined> {
  try {
    const credential = credentialFor(request, ["learner", "admin"]);
    return credential && (await holderOf(needs, request, credential, ["learner", "admin"]));
  } catch {
    // An unavailable database must not make an open endpoint fail.
    return undefined;
  }
}

/**
 * Whether the caller has a token that this service issued, valid or not. Whoever was refused with
 * one has not guessed.
 */
export function hasGenuineToken({ tokens }: Pick<Needs, "tokens">, request: Facts): boolean {
  try {
    const credential = credentialFor(request, ["learner", "admin"]);
    return credential !== undefined && tokens.isGenuine(credential.token);
  } catch {
    return false;
  }
}

function credentialFor(request: Facts, kinds: readonly string[]): Credential | undefined {
  return credentialOf(request, kinds.includes("learner") ? ACCESS_COOKIE : undefined);
}

async function holderOf(
  needs: Needs,
  { ip }: Facts,
  { token, from }: Credential,
  kinds: readonly ("learner" | "admin")[],
): Promise<Learner | Admin | undefined> {
  const nowMs = needs.clock.nowMs();
  if (kinds.includes("learner")) {
    const subject = needs.tokens.readAccess(token, nowMs);
    if (subject !== undefined) return asLearner(needs, subject, ip);
  }
  if (kinds.includes("admin") && from === "header") {
    const subject = needs.tokens.readAdmin(token, nowMs);
    if (subject !== undefined) return asAdmin(needs, subject, ip);
    if (isApiKey(token)) return asKeyHolder(needs, token, ip);
  }
  return undefined;
}

async function asLearner(
  needs: Needs,
  subject: TokenSubject,
  ip: string,
): Promise<Learner | undefined> {
  const { accountId: id, sessionId } = subject;
  if ((await findOwn(needs, "learner", subject)) === undefined) return undefined;
  return { kind: "learner", id, sessionId, ip };
}

/** The role is read on every call, so that changes take effect at once. */
async function asAdmin(
  needs: Needs,
  subject: TokenSubject,
  ip: string,
): Promise<Admin | undefined> {
  const session = await findOwn(needs, "admin", subject);
  if (session === undefined) return undefined;
  const { accountId: id, sessionId } = subject;
  const role = await needs.adminRoleOf(id);
  // Fails harmlessly while the database takes no writes: administrators must be able to look.
  await needs.sessions.noteSeen(session).catch(() => undefined);
  return role && { kind: "admin", id, role, sessionId, ip, auditIds: [] };
}

/** A key acts for its creator, within the creator's current role. */
async function asKeyHolder(needs: Needs, key: string, ip: string): Promise<Admin | undefined> {
  const holder = await needs.apiKeys.find(key, ip);
  if (holder === undefined) return undefined;
  const { adminId: id, secretId: sessionId } = holder;
  const role = await needs.adminRoleOf(id);
  if (role === undefined) return undefined;
  const { keyId: apiKeyId, name: apiKeyName, scopes: apiKeyScopes } = holder;
  const ofKey = { apiKeyId, apiKeyName, apiKeyScopes };
  return { kind: "admin", id, role, sessionId, ip, ...ofKey, auditIds: [] };
}

async function findOwn(
  needs: Needs,
  kind: Session["kind"],
  subject: TokenSubject,
): Promise<Session | undefined> {
  const session = await needs.sessions.find(subject.sessionId);
  const isOwn = session?.kind === kind && session.accountId === subject.accountId;
  return isOwn ? session : undefined;
}
