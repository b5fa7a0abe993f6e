import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAccountNeeds, type AccountNeeds } from "../../../testing/app/account-needs.ts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { recordStatements } from "../../../testing/app/recorded-statements.ts";
import { createAdmin, loginAdmin } from "../admin-auth/admin-auth.service.ts";
import { loginLearner, registerLearner, requestPasswordReset } from "./auth.service.ts";

// Checks that the timing of a reply does not reveal whether an address has an account: until the
// reply, the database does the same work for every address. The benchmark `address` measures it.
const WRONG = "Wr0ngpass";
const people = ["known", "banned", "locked"].map((name) => `${name}@example.org`);
const [, banned = "", locked = ""] = people;
const addresses = [...people, "nobody@example.org"];

let needs: AccountNeeds;
let taken: ReturnType<typeof recordStatements>;
beforeEach(async () => {
  const base = await openAccountNeeds();
  taken = recordStatements(base.database);
  needs = { ...base, database: taken.database };
  for (const email of people) {
    await registerLearner(needs, { email, username: "Ada", password: "Passw0rd" });
    await createAdmin(needs, { email, password: "Passw0rd" });
  }
  await base.database
    .updateTable("users")
    .set({ is_banned: 1 })
    .where("email", "=", banned)
    .execute();
  const lock = { failed_logins: 5, locked_until_ms: needs.clock.nowMs() + 1_000 };
  for (const table of ["users", "admins"] as const) {
    await base.database.updateTable(table).set(lock).where("email", "=", locked).execute();
  }
});
afterEach(() => needs.close());
afterAll(closeCleanDatabase);

/** The statements that each address causes. */
async function workOf(act: (email: string) => Promise<unknown>) {
  const work = [];
  for (const email of addresses) {
    taken.take();
    await act(email).catch((error) => expect(error.code).toBe("AUTH_UNAUTHORIZED"));
    work.push(taken.take());
  }
  return work;
}

/** What determines the time of a statement: a read, or a write of this many rows. */
const kindOf = ({ sql, changed }: { sql: string; changed: number }) =>
  sql.startsWith("select") ? "read" : `write ${changed}`;

describe("until the reply, the database does the same work for every address", () => {
  it("when a reset is requested", async () => {
    const [first, ...others] = await workOf((email) => requestPasswordReset(needs, email));
    expect(first).toEqual([{ sql: expect.stringMatching(/^insert/), changed: 1 }]);
    for (const work of others) expect(work).toEqual(first);
  });

  it("when a learner's password is wrong", async () => {
    const login = (email: string) => loginLearner(needs, { email, password: WRONG });
    for (const work of await workOf(login)) {
      expect(work.map(kindOf)).toEqual(["read", "write 1"]);
    }
  });

  it("when an administrator's password is wrong", async () => {
    const login = (email: string) =>
      loginAdmin(needs, { email, password: WRONG, rememberMe: false });
    // The check whether the account is locked comes after the reply, by id.
    const isLater = ({ sql }: { sql: string }) => /^select .+ from "admins" where "id"/.test(sql);
    for (const work of await workOf(login)) {
      const awaited = work.filter((statement) => !isLater(statement));
      expect(awaited.map(kindOf)).toEqual(["read", "write 1", "write 1"]);
    }
  });
});
