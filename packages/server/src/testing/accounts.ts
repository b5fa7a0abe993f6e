import type { Deps } from "../deps.ts";
import { transact } from "../platform/database/transaction.ts";

type Needs = Pick<Deps, "clock" | "database" | "passwords" | "sessions" | "tokens">;

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

const PASSWORD = "Right-pw-1";
const SESSION_MS = 30 * 24 * 3_600_000;

/** Inserted directly into the tables, because most tests do not need the registration. */
export async function addLearner(needs: Needs, id: string): Promise<TestAccount> {
  const nowMs = needs.clock.nowMs();
  const email = `${id}@example.org`;
  const account = {
    ...{
      id,
      email,
      username: `Learner ${id}`,
      username_folded: `learner ${id}`,
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    },
    ...{ password_hash: await needs.passwords.hash(PASSWORD), locked_until_ms: null },
    last_login_at_ms: null,
  };
  const sessionId = await transact(needs.database, async (tx) => {
    await tx.insertInto("users").values(account).execute();
    const wish = { kind: "learner", accountId: id, refreshId: `refresh-${id}` } as const;
    return (await needs.sessions.start(tx, { ...wish, ttlMs: SESSION_MS })).id;
  });
  const token = needs.tokens.issueAccess({ accountId: id, sessionId }, nowMs, SESSION_MS);
  return signedIn(id, email, sessionId, token);
}

export async function addAdmin(
  needs: Needs,
  id: string,
  role: "admin" | "super_admin",
): Promise<TestAccount> {
  const nowMs = needs.clock.nowMs();
  const email = `${id}@example.org`;
  const account = {
    ...{ id, email, role, created_at_ms: nowMs, updated_at_ms: nowMs },
    ...{ password_hash: await needs.passwords.hash(PASSWORD), locked_until_ms: null },
  };
  const sessionId = await transact(needs.database, async (tx) => {
    await tx.insertInto("admins").values(account).execute();
    const wish = { kind: "admin", accountId: id, ttlMs: SESSION_MS } as const;
    return (await needs.sessions.start(tx, wish)).id;
  });
  const token = needs.tokens.issueAdmin({ accountId: id, sessionId }, nowMs, SESSION_MS);
  return signedIn(id, email, sessionId, token);
}

function signedIn(id: string, email: string, sessionId: string, token: string): TestAccount {
  const headers = { authorization: `Bearer ${token}` };
  return { id, email, password: PASSWORD, sessionId, token, headers };
}
