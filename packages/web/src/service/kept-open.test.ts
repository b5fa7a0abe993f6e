import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepOpen } from "./kept-open.ts";

const browser = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  vi.stubGlobal("removeEventListener", browser.removeEventListener.bind(browser));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Keeps a stream open that cannot be opened. */
function unreachable() {
  const end = new AbortController();
  let attempts = 0;
  const connect = () => {
    attempts += 1;
    return Promise.reject(new TypeError("unreachable"));
  };
  const ends = { lastId: () => undefined, onEvent: () => undefined, onState: () => undefined };
  void keepOpen(connect, ends, end.signal);
  return { attempts: () => attempts, close: () => end.abort() };
}

test("a stream that cannot be opened is tried with growing pauses", async () => {
  const stream = unreachable();
  await vi.advanceTimersByTimeAsync(15_000);
  // At 0, 1, 3 and 7 seconds and just now.
  expect(stream.attempts()).toBe(5);
  stream.close();
});

test("the pauses start again when the browser is online again", async () => {
  const stream = unreachable();
  await vi.advanceTimersByTimeAsync(100_000);
  const before = stream.attempts();
  browser.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(stream.attempts()).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stream.attempts()).toBe(before + 2);
  stream.close();
});
