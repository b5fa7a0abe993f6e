import type { Access, Endpoint } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import { anonymous, type Actor, type Admin, type Learner } from "../identity/actor.ts";
import { refuse } from "../basics/app-error.ts";
import type { TokenSubject } from "../identity/tokens.ts";
import { ACCESS_COOKIE } from "./cookies.ts";
import { credentialOf, type Credential } from "./credentials.ts";
import { requireOwnPage } from "./csrf.ts";
import type { RequestFacts } from "./route.ts";

type Needs = Pick<Deps, "adminRoleOf" | "clock" | "sessions" | "settings" | "tokens">;
type Facts = Pick<RequestFacts, "header" | "cookie" | "secure">;

const admits: Readonly<Record<Access, readonly ("learner" | "admin")[]>> = {
  none: [],
  learner: ["learner"],
  admin: ["admin"],
  super: ["admin"],
  learner_or_admin: ["learner", "admin"],
};

/**
 * Authenticates the caller: the token must be of the right kind, and its session active.
 *
 * @throws AppError AUTH_UNAUTHORIZED without a valid token of the required kind, CSRF_ORIGIN for a
 *   write with a cookie from a page of another site, FORBIDDEN for a missing role
 */
export async function signIn(
  needs: Needs,
  request: Facts,
  endpoint: Pick<Endpoint, "access" | "method">,
): Promise<Actor> {
  const kinds = admits[endpoint.access];
  if (kinds.length === 0) return anonymous;
  const credential = credentialFor(request, kinds) ?? refuse("AUTH_UNAUTHORIZED");
  if (credential.from === "cookie" && endpoint.method !== "GET") {
    requireOwnPage(needs.settings, request);
  }
  const actor = (await holderOf(needs, credential, kinds)) ?? refuse("AUTH_UNAUTHORIZED");
  if (endpoint.access === "super" && actor.kind === "admin" && actor.role !== "super_admin") {
    refuse("FORBIDDEN");
  }
  return actor;
}

/** The account of a valid token of either kind, for rate limits of open endpoints. */
export async function recognise(
  needs: Needs,
  request: Facts,
): Promise<Learner | Admin | undefined> {
  try {
    const credential = credentialFor(request, ["learner", "admin"]);
    return credential && (await holderOf(needs, credential, ["learner", "admin"]));
  } catch {
    // An unavailable database must not make an open endpoint fail.
    return undefined;
  }
}

function credentialFor(request: Facts, kinds: readonly string[]): Credential | undefined {
  return credentialOf(request, kinds.includes("learner") ? ACCESS_COOKIE : undefined);
}

async function holderOf(
  needs: Needs,
  { token, from }: Credential,
  kinds: readonly ("learner" | "admin")[],
): Promise<Learner | Admin | undefined> {
  const nowMs = needs.clock.nowMs();
  if (kinds.includes("learner")) {
    const subject = needs.tokens.readAccess(token, nowMs);
    if (subject !== undefined) return asLearner(needs, subject);
  }
  if (kinds.includes("admin") && from === "header") {
    const subject = needs.tokens.readAdmin(token, nowMs);
    if (subject !== undefined) return asAdmin(needs, subject);
  }
  return undefined;
}

async function asLearner(needs: Needs, subject: TokenSubject): Promise<Learner | undefined> {
  const { accountId: id, sessionId } = subject;
  if (!(await isAlive(needs, "learner", subject))) return undefined;
  return { kind: "learner", id, sessionId };
}

/** The role is read on every call, so that changes take effect at once. */
async function asAdmin(needs: Needs, subject: TokenSubject): Promise<Admin | undefined> {
  if (!(await isAlive(needs, "admin", subject))) return undefined;
  const { accountId: id, sessionId } = subject;
  const role = await needs.adminRoleOf(id);
  return role && { kind: "admin", id, role, sessionId, auditIds: [] };
}

async function isAlive(needs: Needs, kind: string, subject: TokenSubject): Promise<boolean> {
  const session = await needs.sessions.find(subject.sessionId);
  return session?.kind === kind && session.accountId === subject.accountId;
}
