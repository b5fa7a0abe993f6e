import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAdmin } from "../../accounts/admin-auth/admin-auth.service.ts";
import { createMetrics } from "../../../platform/observability/metrics.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { openAccountNeeds, type AccountNeeds } from "../../../testing/app/account-needs.ts";
import { metricsFor } from "./metrics.service.ts";

let needs: AccountNeeds & { metrics: ReturnType<typeof createMetrics> };
let adminToken: string;
let learnerToken: string;

beforeAll(async () => {
  const base = await openAccountNeeds({ METRICS_TOKEN: "a-token-for-the-scraper" });
  needs = { ...base, metrics: createMetrics(base.clock) };
  const admin = await createAdmin(needs, { email: "a@example.org", password: "Passw0rds" });
  const nowMs = needs.clock.nowMs();
  const ttlMs = 60_000;
  const open = async (kind: "admin" | "learner", accountId: string) => {
    const wish = { kind, accountId, ttlMs };
    const session = await transact(needs.database, (tx) => needs.sessions.start(tx, wish));
    return { accountId, sessionId: session.id };
  };
  adminToken = needs.tokens.issueAdmin(await open("admin", admin.id), nowMs, ttlMs);
  learnerToken = needs.tokens.issueAccess(await open("learner", "u"), nowMs, ttlMs);
});
afterAll(() => needs.close());

function read(headers: Record<string, string> = {}, local = false): Promise<string> {
  const header = (name: string) => headers[name];
  return metricsFor(needs, {
    ip: "127.0.0.1",
    local,
    secure: false,
    header,
    cookie: () => undefined,
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("metricsFor", () => {
  it("answers callers on this machine", async () => {
    expect(await read({}, true)).toContain("http_inflight_requests 0");
  });

  it("answers holders of the metrics token and administrators from elsewhere", async () => {
    expect(await read(bearer("a-token-for-the-scraper"))).toContain("http_inflight_requests");
    expect(await read(bearer(adminToken))).toContain("http_inflight_requests");
  });

  it("refuses everybody else", async () => {
    for (const headers of [
      {},
      bearer("a-token-for-the-scrapes"),
      bearer("undefined"),
      { authorization: "a-token-for-the-scraper" },
      bearer(learnerToken),
    ]) {
      await expect(read(headers)).rejects.toMatchObject({ code: "AUTH_UNAUTHORIZED" });
    }
  });
});
