import type { Deps } from "@wordloom/server/deps";
import { insertSession } from "@wordloom/server/platform/identity/sessions.repo";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "passwords" | "tokens">;

/** A signed-in account. */
export interface TestAccount {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly sessionId: string;
  readonly token: string;
  /** Headers that authenticate a request. */
  readonly headers: { readonly authorization: string };
}

export const PASSWORD = "Right-pw-1";
const SESSION_MS = 30 * 24 * 3_600_000;

/** Inserted directly into the tables, because most tests do not need registration. */
export async function addLearner(needs: Needs, id: string): Promise<TestAccount> {
  const nowMs = needs.clock.nowMs();
  const account = {
    ...(await accountOf(needs, id)),
    username: `Learner ${id}`,
    username_folded: `learner ${id}`,
  };
  await needs.database.insertInto("users").values(account).execute();
  const sessionId = await addSession(needs, "learner", id);
  const token = needs.tokens.issueAccess({ accountId: id, sessionId }, nowMs, SESSION_MS);
  return signedIn(account, sessionId, token);
}

export async function addAdmin(
  needs: Needs,
  id: string,
  role: "admin" | "super_admin",
): Promise<TestAccount> {
  const nowMs = needs.clock.nowMs();
  const account = { ...(await accountOf(needs, id)), role };
  await needs.database.insertInto("admins").values(account).execute();
  const sessionId = await addSession(needs, "admin", id);
  const token = needs.tokens.issueAdmin({ accountId: id, sessionId }, nowMs, SESSION_MS);
  return signedIn(account, sessionId, token);
}

async function accountOf({ clock, passwords }: Needs, id: string) {
  const nowMs = clock.nowMs();
  return {
    id,
    email: `${id}@example.org`,
    password_hash: await passwords.hash(PASSWORD),
    created_at_ms: nowMs,
    updated_at_ms: nowMs,
  };
}

/** An account's first session, so there are no older ones to look for. */
async function addSession(
  { clock, database, ids }: Needs,
  kind: "learner" | "admin",
  accountId: string,
): Promise<string> {
  const id = ids.next();
  const nowMs = clock.nowMs();
  await insertSession(database, {
    id,
    kind,
    account_id: accountId,
    created_at_ms: nowMs,
    expires_at_ms: nowMs + SESSION_MS,
    refresh_id: kind === "learner" ? `refresh-${accountId}` : null,
  });
  return id;
}

function signedIn(
  { id, email }: { readonly id: string; readonly email: string },
  sessionId: string,
  token: string,
): TestAccount {
  const headers = { authorization: `Bearer ${token}` };
  return { id, email, password: PASSWORD, sessionId, token, headers };
}
