import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { makeThings, OPERATOR, reads, timeReads } from "../lib/admin-things.ts";

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp({ settings: OPERATOR });
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

describe("the row admin-reads", () => {
  it("reads everything, with nothing refused", { timeout: 60_000 }, async () => {
    const [admin, learner] = [await app.admin("super_admin"), await app.learner()];
    await app.words([{}, {}]);
    const post = { headers: admin.headers, body: { name: "Book" } };
    expect((await app.send("POST", "/api/admin/wordbooks", post)).status).toBe(201);
    const { port } = await app.listen();
    const url = `http://127.0.0.1:${port}`;
    const things = await makeThings(url, admin.token, learner);
    const times = await timeReads(url, admin.token, things, 1);
    expect(times.size).toBe(reads().length);
    expect(times.size).toBeGreaterThan(80);
  });
});
