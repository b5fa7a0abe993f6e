import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "@wordloom/testing/databases/test-database";
import { AccountGoneError, isAccountGone } from "./account-gone.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase("checked");
});
afterAll(() => opened.close());

const failure = (work: Promise<unknown>) => work.then(undefined, (cause: unknown) => cause);

describe("isAccountGone", () => {
  it("recognizes a row of a missing account, and the error for callers", async () => {
    const { database } = opened;
    const row = { user_id: "gone", url: null };
    const foreign = database.insertInto("wordbook_center_settings").values(row).execute();
    expect(isAccountGone(await failure(foreign))).toBe(true);
    const session = { id: "s", kind: "learner" as const, account_id: "gone" };
    const times = { created_at_ms: 1, expires_at_ms: 1 };
    const apart = database
      .insertInto("sessions")
      .values({ ...session, ...times })
      .execute();
    expect(isAccountGone(await failure(apart))).toBe(true);
    expect(isAccountGone(new AccountGoneError())).toBe(true);
  });

  it("leaves other violations to be reported as bugs", async () => {
    const { database } = opened;
    const entry = { wordbook_id: "none", word_id: "w", position: 1, added_at_ms: 1 };
    const error = await failure(database.insertInto("wordbook_words").values(entry).execute());
    expect(error).toBeInstanceOf(Error);
    expect(isAccountGone(error)).toBe(false);
    expect(isAccountGone(new Error("the account is gone"))).toBe(false);
  });

  it("does not apply to administrators' sessions or to intervals for everyone", async () => {
    const { database } = opened;
    const session = { id: "a", kind: "admin" as const, account_id: "a1" };
    const times = { created_at_ms: 1, expires_at_ms: 1 };
    await database
      .insertInto("sessions")
      .values({ ...session, ...times })
      .execute();
    const policy = { user_id: "", basis: "b", policy_json: "{}", solved_at_ms: 1 };
    await database.insertInto("engine_policies").values(policy).execute();
    expect(await database.selectFrom("sessions").select("id").execute()).toEqual([{ id: "a" }]);
  });
});
