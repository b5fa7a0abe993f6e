import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAccountNeeds, type AccountNeeds } from "../../../testing/app/account-needs.ts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { isUsableResetToken, registerLearner, requestPasswordReset } from "./auth.service.ts";
import { deliverPasswordResets } from "./reset-requests.service.ts";
import { listResetTokenLines } from "./reset-token-file.ts";

const HOUR = 3_600_000;
const SECOND = 1_000;
const ada = { email: "ada@example.org", username: "Ada", password: "Passw0rd" };
const { signal } = new AbortController();

let needs: AccountNeeds;
async function open(settings: Record<string, string> = {}): Promise<void> {
  needs = await openAccountNeeds(settings);
  await registerLearner(needs, ada);
}
beforeEach(() => open());
afterEach(() => needs.close());
afterAll(closeCleanDatabase);

const waiting = () => needs.database.selectFrom("password_reset_requests").selectAll().execute();
const tokens = () => listResetTokenLines(needs.settings).map(({ token }) => token);

describe("requestPasswordReset", () => {
  it("stores the request before it returns, and wakes the worker", async () => {
    const woken: string[] = [];
    const jobs = { ...needs.jobs, wake: (name: string) => void woken.push(name) };
    await requestPasswordReset({ ...needs, jobs }, ada.email);
    const nowMs = needs.clock.nowMs();
    expect(await waiting()).toMatchObject([{ email: ada.email, due_at_ms: nowMs }]);
    expect(woken).toEqual(["password_reset_delivery"]);
    expect(tokens()).toEqual([]);
  });
});

describe("deliverPasswordResets", () => {
  it("creates a token for each request; the latest is the only open one", async () => {
    await requestPasswordReset(needs, ada.email);
    await requestPasswordReset(needs, ada.email);
    await deliverPasswordResets(needs, signal);
    const usable = await Promise.all(tokens().map((token) => isUsableResetToken(needs, token)));
    expect(usable).toEqual([false, true]);
    expect(await waiting()).toEqual([]);
  });

  it("creates none for an address without an account, and removes the request", async () => {
    await requestPasswordReset(needs, "nobody@example.org");
    await deliverPasswordResets(needs, signal);
    expect(tokens()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  it("delivers requests made hours ago, before the service was down", async () => {
    await requestPasswordReset(needs, ada.email);
    needs.wait(5 * HOUR);
    await deliverPasswordResets(needs, signal);
    expect(await isUsableResetToken(needs, tokens()[0] ?? "")).toBe(true);
  });

  it("delivers requests made while the clock was ahead", async () => {
    needs.wait(24 * HOUR);
    await requestPasswordReset(needs, ada.email);
    needs.wait(-24 * HOUR);
    await deliverPasswordResets(needs, signal);
    expect(await isUsableResetToken(needs, tokens()[0] ?? "")).toBe(true);
    expect(await waiting()).toEqual([]);
  });

  it("handles all waiting requests, in order", async () => {
    const nowMs = needs.clock.nowMs();
    const rows = Array.from({ length: 45 }, (_, n) => ({
      email: n % 2 === 0 ? ada.email : `nobody${n}@example.org`,
      requested_at_ms: nowMs,
      due_at_ms: nowMs,
    }));
    await needs.database.insertInto("password_reset_requests").values(rows).execute();
    await deliverPasswordResets(needs, signal);
    expect(await waiting()).toEqual([]);
    expect(tokens()).toHaveLength(23);
    expect(await isUsableResetToken(needs, tokens().at(-1) ?? "")).toBe(true);
  });

  it("keeps a request whose token could not be stored", async () => {
    await requestPasswordReset(needs, ada.email);
    const ids = {
      ...needs.ids,
      secret: () => {
        throw new Error("no randomness");
      },
    };
    await expect(deliverPasswordResets({ ...needs, ids }, signal)).rejects.toThrow();
    expect(await waiting()).toHaveLength(1);
  });
});

describe("a mail refused by the server", () => {
  let failures: string[];
  const log = { error: (_fields: object, message: string) => void failures.push(message) };
  beforeEach(async () => {
    needs.close();
    // No program listens on port 1.
    await open({ SMTP_URL: "smtp://127.0.0.1:1" });
    failures = [];
    await requestPasswordReset(needs, ada.email);
  });
  const deliver = () => deliverPasswordResets({ ...needs, log: { ...needs.log, ...log } }, signal);

  it("is retried after ten seconds, with a new token", async () => {
    await deliver();
    expect(failures).toEqual(["reset token could not be mailed"]);
    needs.wait(10 * SECOND - 1);
    await deliver();
    expect(failures).toHaveLength(1);
    needs.wait(1);
    await deliver();
    expect(failures).toHaveLength(2);
    const [first = "", second = ""] = tokens();
    expect(await isUsableResetToken(needs, first)).toBe(false);
    expect(await isUsableResetToken(needs, second)).toBe(true);
  });

  it("is not retried if it was requested while the clock was ahead", async () => {
    needs.wait(-24 * HOUR);
    await deliver();
    expect(failures).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  it("is given up after an hour", async () => {
    const startedMs = needs.clock.nowMs();
    const triedAt: number[] = [];
    for (let [row] = await waiting(); row !== undefined; [row] = await waiting()) {
      needs.wait(row.due_at_ms - needs.clock.nowMs());
      triedAt.push((needs.clock.nowMs() - startedMs) / SECOND);
      await deliver();
    }
    expect(triedAt).toEqual([0, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560]);
    expect(failures).toHaveLength(triedAt.length);
  });
});
