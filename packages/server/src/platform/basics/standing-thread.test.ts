import { describe, expect, it, onTestFinished } from "vitest";
import { createStandingThread, ThreadBusyError, type ThreadLimits } from "./standing-thread.ts";

// Runs real threads. Their script adds numbers, counts its tasks, throws, or ends itself, and
// reports the bytes it keeps for young objects.
const serve = new URL("./serve-tasks.ts", import.meta.url).href;
const source = `
  import { serveTasks } from ${JSON.stringify(serve)};
  import { getHeapSpaceStatistics } from "node:v8";
  import { workerData } from "node:worker_threads";
  let tasks = 0;
  if (workerData) {
    Atomics.add(workerData, 0, 1);
    setInterval(() => {
      const young = getHeapSpaceStatistics().find((space) => space.space_name === "new_space");
      workerData[1] = young.physical_space_size;
      workerData[2] = Math.max(workerData[1], workerData[2]);
    }, 20);
  }
  serveTasks((task) => {
    tasks += 1;
    if (task === "end") process.exit(3);
    if (task === "throw") throw new RangeError("no such sum");
    if (task === "fill") return Array.from({ length: 1e5 }, (_, n) => [n]).length;
    if (Array.isArray(task)) return task.reduce((sum, n) => sum + n, 0);
    return tasks;
  });
`;
const script = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const faults = { closed: "is closed", died: "has died", late: "is late", full: "is full" };

type Task = "count" | "end" | "throw" | "fill" | readonly number[];

/**
 * @param shared  number of threads; bytes for young objects in the last one, current and maximum
 */
function open(changes: Partial<ThreadLimits> = {}, shared?: Int32Array) {
  const usual = { taskMs: 30_000, idleMs: 30_000, waitingMax: 10, heapMaxMib: 32 };
  const limits = { ...usual, ...changes };
  const thread = createStandingThread<Task, number>({
    script,
    limits,
    faults,
    workerData: shared,
  });
  onTestFinished(() => thread.close());
  return { thread, limits };
}

describe("a standing thread", () => {
  it("runs tasks one after another in the same thread", async () => {
    const { thread } = open();
    const sums = [thread.run([1, 2]), thread.run([3, 4])];
    expect(await Promise.all(sums)).toEqual([3, 7]);
    expect(await thread.run("count")).toBe(3);
  });

  it("can be started before its first task", async () => {
    const starts = new Int32Array(new SharedArrayBuffer(12));
    const { thread } = open({}, starts);
    thread.prepare();
    thread.prepare();
    await expect.poll(() => Atomics.load(starts, 0)).toBe(1);
    expect(await thread.run([1, 2])).toBe(3);
    expect(Atomics.load(starts, 0)).toBe(1);
  });

  it("passes on what a task throws, and continues", async () => {
    const { thread } = open();
    await expect(thread.run("throw")).rejects.toThrow("no such sum");
    expect(await thread.run("count")).toBe(2);
  });

  it("refuses a task that cannot be transferred, and continues", async () => {
    const { thread } = open();
    const bad = thread.run(Symbol("not to be copied") as unknown as Task);
    const next = thread.run([1, 2]);
    await expect(bad).rejects.toThrow("could not be cloned");
    expect(await next).toBe(3);
  });

  it("refuses all waiting tasks when it dies, and starts again", async () => {
    const { thread } = open();
    const lost = [thread.run("end"), thread.run([1])];
    for (const one of lost) await expect(one).rejects.toThrow("has died");
    expect(await thread.run("count")).toBe(1);
  });

  it("refuses a caller that waits too long, and continues with the next ones", async () => {
    const { thread, limits } = open();
    const first = thread.run([1]);
    limits.taskMs = 0;
    const late = thread.run([2]);
    limits.taskMs = 30_000;
    const next = thread.run([3]);
    await expect(late).rejects.toThrow(new ThreadBusyError("is late"));
    expect(await Promise.all([first, next])).toEqual([1, 3]);
  });

  it("limits the number of waiting tasks", async () => {
    const { thread } = open({ waitingMax: 1 });
    // One task runs and one waits.
    const served = [thread.run([1]), thread.run([2])];
    await expect(thread.run([3])).rejects.toThrow(new ThreadBusyError("is full"));
    expect(await Promise.all(served)).toEqual([1, 2]);
  });

  it("ends when idle, and starts with the next task", async () => {
    const { thread } = open({ idleMs: 0 });
    expect(await thread.run("count")).toBe(1);
    await expect.poll(() => thread.run("count")).toBe(1);
  });

  it("releases the memory of its tasks after an idle second", async () => {
    const shared = new Int32Array(new SharedArrayBuffer(12));
    const { thread } = open({}, shared);
    await thread.run("fill");
    const givenBack = () => Atomics.load(shared, 2) - Atomics.load(shared, 1);
    await expect.poll(givenBack).toBeGreaterThan(1_000_000);
    expect(await thread.run("count")).toBe(2);
  });

  it("refuses everything once it is closed", async () => {
    const { thread } = open();
    const waiting = [thread.run([1]), thread.run([2])];
    const refused = waiting.map((one) => expect(one).rejects.toThrow("is closed"));
    await thread.close();
    await Promise.all(refused);
    await expect(thread.run([3])).rejects.toThrow("is closed");
  });
});
