import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { markRestored } from "../../../platform/database/restore-mark.ts";
import { openAccountNeeds, type AccountNeeds } from "../../../testing/app/account-needs.ts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { registerLearner } from "./auth.service.ts";
import { refreshSignIn } from "./refresh.service.ts";

// Checks that learners stay signed in when the service is restored from a backup, and that a stolen
// token is still detected. The tests reset the row of a session as a restore would.
let needs: AccountNeeds;
let first: string;
beforeEach(async () => {
  needs = await openAccountNeeds();
  // Tokens hold whole seconds, so start off the full second as real learners do.
  needs.wait(400);
  const draft = { email: "ada@example.org", username: "Ada", password: "Passw0rd" };
  first = (await registerLearner(needs, draft)).refreshToken;
});
afterEach(() => needs.close());
afterAll(closeCleanDatabase);

const MINUTE_MS = 60_000;

const refresh = (token: string) =>
  refreshSignIn(needs, {
    secure: false,
    header: (name) => (name === "authorization" ? `Bearer ${token}` : undefined),
    cookie: () => undefined,
  });
const codeOf = (token: string) =>
  refresh(token).then(
    () => "in",
    (error: { code: string }) => error.code,
  );

/** Lets a minute pass and renews the sign-in. @returns the new token */
async function renewed(token: string): Promise<string> {
  needs.wait(MINUTE_MS);
  return (await refresh(token)).refreshToken;
}

const sessions = () => needs.database.selectFrom("sessions").selectAll().execute();

/** Takes a backup. @returns a function that restores it */
async function backUp(): Promise<() => Promise<void>> {
  const [rows, backupAtMs] = [await sessions(), needs.clock.nowMs()];
  return async () => {
    needs.wait(MINUTE_MS);
    await needs.database.deleteFrom("sessions").execute();
    await needs.database.insertInto("sessions").values(rows).execute();
    const times = { backupAtMs, restoredAtMs: needs.clock.nowMs() };
    await markRestored(needs.database, { epoch: needs.ids.next(), ...times });
    needs.wait(MINUTE_MS);
  };
}

describe("a refresh token after a restore", () => {
  it("is accepted when it was issued after the backup, and once", async () => {
    const restore = await backUp();
    const lost = await renewed(await renewed(first));
    await restore();
    const next = (await refresh(lost)).refreshToken;
    needs.wait(MINUTE_MS);
    expect(await codeOf(next)).toBe("in");
    needs.wait(MINUTE_MS);
    expect(await codeOf(lost)).toBe("AUTH_UNAUTHORIZED");
    expect(await sessions()).toEqual([]);
  });

  it("is accepted in the second in which its session began and the backup was made", async () => {
    const restore = await backUp();
    needs.wait(1);
    const lost = (await refresh(first)).refreshToken;
    await restore();
    expect(await codeOf(lost)).toBe("in");
  });

  it("is refused when it was replaced within the second of the backup", async () => {
    const second = (await refresh(first)).refreshToken;
    needs.wait(1);
    const restore = await backUp();
    await renewed(second);
    await restore();
    expect(await codeOf(first)).toBe("AUTH_UNAUTHORIZED");
  });

  it("is accepted when the session was not renewed since the backup", async () => {
    const restore = await backUp();
    await restore();
    expect(await codeOf(first)).toBe("in");
  });

  it("lets concurrent tabs race as before", async () => {
    const restore = await backUp();
    const lost = await renewed(first);
    await restore();
    const codes = await Promise.all([codeOf(lost), codeOf(lost), codeOf(lost)]);
    expect(codes.toSorted()).toEqual(["AUTH_REFRESH_RACED", "AUTH_REFRESH_RACED", "in"]);
  });

  it("ends the session when the learner comes after a thief", async () => {
    const restore = await backUp();
    const stolen = await renewed(first);
    const own = await renewed(stolen);
    await restore();
    expect(await codeOf(stolen)).toBe("in");
    needs.wait(MINUTE_MS);
    expect(await codeOf(own)).toBe("AUTH_UNAUTHORIZED");
    expect(await sessions()).toEqual([]);
  });

  it("is refused when it was replaced before the backup", async () => {
    const second = await renewed(first);
    const restore = await backUp();
    await renewed(second);
    await restore();
    expect(await codeOf(first)).toBe("AUTH_UNAUTHORIZED");
    expect(await sessions()).toEqual([]);
  });

  it("is refused when the session was renewed after the restore", async () => {
    const restore = await backUp();
    const lost = await renewed(first);
    await restore();
    await renewed(first);
    needs.wait(MINUTE_MS);
    expect(await codeOf(lost)).toBe("AUTH_UNAUTHORIZED");
  });

  it("is refused for a session that the backup does not contain", async () => {
    const restore = await backUp();
    const draft = { email: "bo@example.org", username: "Bo", password: "Passw0rd" };
    const { refreshToken } = await registerLearner(needs, draft);
    await restore();
    expect(await codeOf(refreshToken)).toBe("AUTH_UNAUTHORIZED");
  });

  it("is refused once replaced if no backup was ever restored", async () => {
    const second = await renewed(first);
    await renewed(await renewed(second));
    needs.wait(MINUTE_MS);
    expect(await codeOf(second)).toBe("AUTH_UNAUTHORIZED");
  });

  it("gets a new successor when the reply after the restore was lost", async () => {
    const restore = await backUp();
    const lost = await renewed(first);
    await restore();
    await renewed(lost);
    needs.wait(MINUTE_MS);
    expect(await codeOf(lost)).toBe("in");
  });
});
