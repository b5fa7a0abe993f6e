import { once } from "node:events";
import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Learner } from "../../../platform/identity/actor.ts";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { insertUserOnce } from "../../accounts/users/users.service.ts";
import { exportData } from "./data-export.service.ts";

const learner: Learner = { kind: "learner", id: "u1", sessionId: "s1" };
const RECORDS = 6_000;
const PAGE = 500;

let needs: Awaited<ReturnType<typeof openLearningNeeds>>;
let bytesOfAll = 0;

beforeAll(async () => {
  needs = await openLearningNeeds();
  const nowMs = needs.clock.nowMs();
  const account = { id: "u1", email: "u1@example.org", username: "Ada", passwordHash: "-", nowMs };
  await insertUserOnce(needs.database, account);
  for (let start = 0; start < RECORDS; start += PAGE) {
    const rows = Array.from({ length: PAGE }, (_, index) => ({
      id: `r${start + index}`,
      user_id: "u1",
      word_id: "w1",
      record_type: "all" as const,
      is_correct: 1,
      response_time_ms: 500,
      created_at_ms: start + index,
    }));
    await needs.database.insertInto("records").values(rows).execute();
  }
});
beforeEach(() => needs.database.deleteFrom("data_exports").execute());
afterAll(() => needs.close());

const charges = () => needs.database.selectFrom("data_exports").selectAll().execute();

async function readAll(stream: Readable): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}

describe("exportData", () => {
  it("contains every record", async () => {
    const text = await readAll(await exportData(needs, learner));
    bytesOfAll = text.length;
    const lines = text.trimEnd().split("\n").slice(1);
    const ids = lines.flatMap((line) => (JSON.parse(line) as { data: { id: string }[] }).data);
    expect(new Set(ids.map(({ id }) => id)).size).toBe(RECORDS);
  });

  it("does not read ahead of its reader", async () => {
    const stream = await exportData(needs, learner);
    await once(stream, "readable");
    for (let turn = 0; turn < 200; turn += 1) await nextTurn();
    expect(stream.readableLength).toBeGreaterThan(0);
    expect(stream.readableLength).toBeLessThan(bytesOfAll / 3);
    stream.destroy();
    await once(stream, "close");
  });

  it("is counted when the client disconnects", async () => {
    const faults: unknown[] = [];
    const log = { ...needs.log, error: (fields: object) => void faults.push(fields) };
    const stream = await exportData({ ...needs, log }, learner);
    await once(stream, "readable");
    stream.once("error", () => undefined);
    const closed = new Promise((resolve) => stream.once("close", resolve));
    stream.destroy(new Error("premature close"));
    await closed;
    expect(await charges()).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  it("is not counted when nothing is read", async () => {
    const stream = await exportData(needs, learner);
    stream.destroy();
    await once(stream, "close");
    expect(await charges()).toEqual([]);
  });

  it("keeps a later charge when an earlier export fails late", async () => {
    const stream = await exportData(needs, learner);
    await once(stream, "readable");
    needs.wait(25 * 3_600_000);
    await readAll(await exportData(needs, learner));
    await needs.database.updateTable("records").set({ details_json: "{" }).execute();
    expect(await readAll(stream)).toMatch(/"_error"/);
    expect(await charges()).toEqual([{ user_id: "u1", charged_at_ms: needs.clock.nowMs() }]);
  });
});
