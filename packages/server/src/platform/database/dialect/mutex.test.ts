import { describe, expect, it } from "vitest";
import { createMutex, MutexTimeoutError } from "./mutex.ts";

const WAIT_MAX_MS = 20;

describe("createMutex", () => {
  it("admits one holder at a time, in order of arrival", async () => {
    const mutex = createMutex(1_000);
    const entered: string[] = [];
    await mutex.acquire();
    const others = ["first", "second"].map((name) =>
      mutex.acquire().then(() => entered.push(name)),
    );
    await Promise.resolve();
    expect(entered).toEqual([]);

    mutex.release();
    await others[0];
    expect(entered).toEqual(["first"]);

    mutex.release();
    await others[1];
    expect(entered).toEqual(["first", "second"]);
  });

  it("does not let a newcomer overtake waiting callers", async () => {
    const mutex = createMutex(1_000);
    const entered: string[] = [];
    await mutex.acquire();
    const waiting = mutex.acquire().then(() => entered.push("waiting"));
    mutex.release();
    const newcomer = mutex.acquire().then(() => entered.push("newcomer"));
    await waiting;
    mutex.release();
    await newcomer;
    expect(entered).toEqual(["waiting", "newcomer"]);
  });

  it("rejects a caller after the timeout, and serves the others", async () => {
    const mutex = createMutex(WAIT_MAX_MS);
    await mutex.acquire();
    await expect(mutex.acquire()).rejects.toBeInstanceOf(MutexTimeoutError);
    mutex.release();
    await expect(mutex.acquire()).resolves.toBeUndefined();
  });

  it("reacquires after yieldFor, however long the others take", async () => {
    const mutex = createMutex(WAIT_MAX_MS);
    const entered: string[] = [];
    await mutex.acquire();
    const back = mutex.yieldFor(0).then(() => entered.push("back"));
    await mutex.acquire();
    await expect(mutex.acquire()).rejects.toBeInstanceOf(MutexTimeoutError);
    expect(entered).toEqual([]);
    mutex.release();
    await back;
    await expect(mutex.acquire()).rejects.toBeInstanceOf(MutexTimeoutError);
  });
});
