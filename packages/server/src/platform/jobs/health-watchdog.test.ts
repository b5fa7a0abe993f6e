import { describe, expect, it } from "vitest";
import { createHealthWatchdog } from "./health-watchdog.ts";
import type { MissedWorker } from "./jobs.ts";
import { partialDeps } from "../../testing/partial-deps.ts";

/** A watchdog over workers with given numbers of missed runs, and the events it sends. */
function setUp() {
  const heard: string[] = [];
  const counted: string[] = [];
  let missed: MissedWorker[] = [];
  const deps = partialDeps({
    events: {
      toAdmins(event) {
        if (event.type === "worker_missed") heard.push(`${event.type} ${event.missCount}`);
      },
    },
    log: { error: () => {} },
    metrics: { counter: () => ({ inc: ({ worker }: { worker: string }) => counted.push(worker) }) },
  });
  const watchdog = createHealthWatchdog(() => missed);
  const look = async (missCount?: number) => {
    missed = missCount === undefined ? [] : [{ workerName: "w", missCount }];
    await watchdog.run(deps, new AbortController().signal);
  };
  return { look, heard, counted };
}

describe("scheduler_health_watchdog", () => {
  it("reports a worker once, and again after twice as many missed runs", async () => {
    const { look, heard, counted } = setUp();
    for (const missCount of [3, 4, 5, 6, 11, 12]) await look(missCount);
    expect(heard).toEqual(["worker_missed 3", "worker_missed 6", "worker_missed 12"]);
    expect(counted).toEqual(["w", "w", "w"]);
  });

  it("starts over after the worker has recovered", async () => {
    const { look, heard } = setUp();
    await look(5);
    await look();
    await look(3);
    expect(heard).toEqual(["worker_missed 5", "worker_missed 3"]);
  });
});
