import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { until } from "@wordloom/testing/service/until";
import { latestOf, takeSnapshot, type SlowReport } from "./report-snapshots.service.ts";

const MINUTE_MS = 60_000;
const TODAY = "2026-05-01";

let app: TestApp;
let computations: number;
let tookMs: number;
let gate: Promise<void>;
let go: () => void;

beforeEach(async () => {
  app = await buildTestApp({ features: onlyFeature({}) });
  computations = 0;
  go = () => undefined;
  gate = Promise.resolve();
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

/** A report whose content is the number of its computation, which takes `tookMs`. */
const report = (variant = "30", day = TODAY): SlowReport<number> => ({
  report: "counted",
  variant,
  day,
  async compute() {
    const number = ++computations;
    await gate;
    app.clock.advance(tookMs);
    return number;
  },
});

const failing = { ...report(), compute: () => Promise.reject(new Error("no figures")) };
const read = async (of = report()) => (await latestOf(app.deps, of)).content;
const minutesLater = (minutes: number) => app.clock.advance(minutes * MINUTE_MS);

/** Makes computations wait for `go`. */
function hold(): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  [gate, go] = [promise, resolve];
}

/** The stored contents, by variant. */
async function kept(): Promise<string[]> {
  const rows = app.deps.database.selectFrom("report_snapshots").selectAll().orderBy("variant");
  return (await rows.execute()).map(({ content_json }) => content_json);
}
const isKept = (...contents: string[]) =>
  until(async () => JSON.stringify(await kept()) === JSON.stringify(contents));

describe("a report that is computed in less than two seconds", () => {
  beforeEach(() => void (tookMs = 1_999));

  it("is reused for a minute and recomputed after that", async () => {
    expect(await read()).toBe(1);
    app.clock.advance(MINUTE_MS - tookMs);
    expect(await read()).toBe(1);
    app.clock.advance(1);
    const computedAt = "2026-05-01T12:01:00.001Z";
    expect(await latestOf(app.deps, report())).toEqual({ content: 2, computedAt });
    expect(await latestOf(app.deps, report())).toEqual({ content: 2, computedAt });
  });

  it("is computed once for concurrent callers", async () => {
    await read();
    minutesLater(2);
    hold();
    const replies = [read(), read(), read()];
    await until(async () => computations === 2);
    replies.push(read());
    go();
    expect(await Promise.all(replies)).toEqual([2, 2, 2, 2]);
  });

  it("fails for all waiting callers, and is recomputed for the next", async () => {
    const both = await Promise.allSettled([read(failing), read(failing)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await read()).toBe(1);
  });

  it("is returned although it cannot be stored", async () => {
    const database = new Proxy(app.deps.database, {
      get(target, name) {
        if (name === "insertInto") return () => target.insertInto("no_such_table" as "words");
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    expect((await latestOf({ ...app.deps, database }, report())).content).toBe(1);
    expect(await kept()).toEqual([]);
  });

  it("of earlier days does not replace today's report", async () => {
    expect(await read()).toBe(1);
    expect(await read(report("30", "2026-04-30"))).toBe(2);
    expect(await read()).toBe(1);
    expect(await read(report("30", "2026-05-02")), "a new day").toBe(3);
    expect(await kept()).toEqual(["3"]);
  });
});

describe("a report that takes two seconds", () => {
  beforeEach(async () => {
    tookMs = 2_000;
    await takeSnapshot(app.deps, report());
    await takeSnapshot(app.deps, report("7"));
    minutesLater(2);
    hold();
  });

  it("is returned as stored, and recomputed after the reply", async () => {
    expect(await latestOf(app.deps, report())).toEqual({
      content: 1,
      computedAt: "2026-05-01T12:00:00.000Z",
    });
    go();
    await isKept("3", "2");
    expect(await read()).toBe(3);
  });

  it("is recomputed in the background one at a time, across all reports", async () => {
    expect([await read(), await read(report("7")), await read()]).toEqual([1, 2, 1]);
    expect(computations).toBe(3);
    go();
    await isKept("3", "2");
  });

  it("uses at most a tenth of the time", async () => {
    await read();
    go();
    await isKept("3", "2");
    app.clock.advance(9 * tookMs - 1);
    expect(await read(report("7"))).toBe(2);
    expect(computations).toBe(3);
    app.clock.advance(1);
    await until(async () => {
      expect(await read(report("7"))).toBe(2);
      return computations === 4;
    });
    await isKept("3", "4");
  });

  it("is recomputed after the reply after an update that stored no duration", async () => {
    await app.deps.database.updateTable("report_snapshots").set({ took_ms: null }).execute();
    expect(await read()).toBe(1);
    go();
    await isKept("3", "2");
  });

  it("is returned as stored while it cannot be computed", async () => {
    expect([await read(failing), await read(failing)]).toEqual([1, 1]);
  });
});
