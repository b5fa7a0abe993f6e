import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import type { Ids } from "../../../platform/basics/ids.ts";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { createCountingIds } from "@wordloom/testing/service/counting-ids";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { broadcastsRoutes } from "./broadcasts.routes.ts";
import { deliver } from "./broadcast-delivery.service.ts";
import { scheduledBroadcast } from "./broadcasts.worker.ts";

const LEARNERS = 2_500;

let app: TestApp;
let admin: TestAccount;
/** How many ids remain. Writing a notification needs one. */
let idsLeft: number;

beforeEach(async () => {
  idsLeft = Infinity;
  const counting = createCountingIds();
  const ids: Ids = {
    ...counting,
    next() {
      if ((idsLeft -= 1) < 0) throw new Error("out of ids");
      return counting.next();
    },
  };
  app = await buildTestApp({ ids, features: onlyFeature({ routes: [broadcastsRoutes] }) });
  admin = await app.admin();
  const learners = Array.from({ length: LEARNERS }, (_, n) => `u${n}`);
  await addPlainLearners(app.deps.database, learners);
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

const send = () => {
  const body = { title: "News", message: "text" };
  return app.send("POST", "/api/admin/broadcast", { headers: admin.headers, body });
};

const runWorker = () => scheduledBroadcast.run(app.deps, new AbortController().signal);

async function state() {
  const { database } = app.deps;
  const row = await database.selectFrom("broadcasts").selectAll().executeTakeFirstOrThrow();
  const rows = await database.selectFrom("notifications").select("user_id").execute();
  return {
    status: row.status,
    sentCount: row.sent_count,
    attempts: row.attempts,
    notified: rows.length,
    distinct: new Set(rows.map(({ user_id: id }) => id)).size,
  };
}

const complete = { sentCount: LEARNERS, notified: LEARNERS, distinct: LEARNERS };

it("serves more learners than fit into one slice", async () => {
  expect((await send()).body.data).toMatchObject({ sent: LEARNERS });
  expect(await state()).toEqual({ status: "sent", attempts: 0, ...complete });
});

it("resumes where a failed sender stopped, and serves nobody twice", async () => {
  idsLeft = 1_700;
  const reply = await send();
  expect(reply.status).toBe(202);
  const half = { sentCount: 1_000, notified: 1_000, distinct: 1_000 };
  expect(await state()).toEqual({ status: "sending", attempts: 1, ...half });
  idsLeft = Infinity;
  await runWorker();
  expect(await state()).toEqual({ status: "sent", attempts: 1, ...complete });
});

it("resumes where a killed sender stopped, once it was silent for a minute", async () => {
  idsLeft = 1_700;
  await send();
  idsLeft = Infinity;
  // Leaves the row as a killed process does.
  await app.deps.database
    .updateTable("broadcasts")
    .set({ touched_at_ms: app.clock.nowMs() })
    .execute();
  app.clock.advance(59_999);
  await runWorker();
  expect(await state()).toMatchObject({ status: "sending", notified: 1_000 });
  app.clock.advance(1);
  await runWorker();
  expect(await state()).toEqual({ status: "sent", attempts: 1, ...complete });
});

it("resumes where a sender was killed while its clock was ahead", async () => {
  idsLeft = 1_700;
  await send();
  idsLeft = Infinity;
  await app.deps.database
    .updateTable("broadcasts")
    .set({ touched_at_ms: app.clock.nowMs() + 24 * 3_600_000 })
    .execute();
  await runWorker();
  expect(await state()).toEqual({ status: "sent", attempts: 1, ...complete });
});

it("serves nobody twice when two senders run at the same time", async () => {
  idsLeft = 700;
  await send();
  idsLeft = Infinity;
  const [row] = await app.deps.database.selectFrom("broadcasts").select("id").execute();
  const pace = { mayContinue: () => true, rest: () => undefined };
  const both = [deliver(app.deps, row?.id ?? "", pace), deliver(app.deps, row?.id ?? "", pace)];
  await Promise.all(both);
  expect(await state()).toEqual({ status: "sent", attempts: 1, ...complete });
});

it("gives up after three tries, and reports how many it has sent", async () => {
  idsLeft = 1_700;
  await send();
  await runWorker();
  expect(await state()).toMatchObject({ status: "sending", attempts: 2 });
  await runWorker();
  expect(await state()).toMatchObject({ status: "failed", attempts: 3, sentCount: 1_000 });
  idsLeft = Infinity;
  app.clock.advance(3_600_000);
  await runWorker();
  expect(await state()).toMatchObject({ status: "failed", notified: 1_000 });
  const path = "/api/admin/broadcast?filter=failed";
  const { body } = await app.send("GET", path, { headers: admin.headers });
  expect(body.data.broadcasts).toMatchObject([{ status: "failed", sentCount: 1_000 }]);
});

it("leaves the rest to the worker when the caller would wait too long", async () => {
  let slices = 0;
  const { nowMs, monotonicMs } = app.clock;
  const slow = { nowMs, monotonicMs: () => monotonicMs() + (slices += 1) * 8_000 };
  const row = await stored();
  const pace = {
    mayContinue: () => slow.monotonicMs() < monotonicMs() + 20_000,
    rest: () => undefined,
  };
  await deliver(app.deps, row, pace);
  expect(await state()).toMatchObject({ status: "sending", attempts: 0, notified: 2_000 });
  await runWorker();
  expect(await state()).toEqual({ status: "sent", attempts: 0, ...complete });
});

/** A broadcast that has not been sent. */
async function stored(): Promise<string> {
  const { broadcastId } = (await send()).body.data as { broadcastId: string };
  const { database } = app.deps;
  await database.deleteFrom("notifications").execute();
  const columns = { status: "sending", cursor: "", sent_count: 0, finished_at_ms: null } as const;
  await database.updateTable("broadcasts").set(columns).execute();
  return broadcastId;
}
