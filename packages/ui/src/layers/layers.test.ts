import { describe, expect, test, vi } from "vitest";
import { itemByText, nextItem, typeOn } from "./menu-keys.ts";
import { place } from "./place.ts";
import { createToastQueue, stayMs } from "./toast-queue.ts";

describe("a layer", () => {
  const view = { width: 400, height: 600 };
  const layer = { width: 200, height: 120 };

  test("goes below its anchor, aligned with its start", () => {
    const placed = place({ left: 40, top: 100, width: 80, height: 40 }, layer, view);
    expect(placed).toMatchObject({ left: 40, top: 146, side: "below" });
  });

  test("goes above if there is no room below", () => {
    const placed = place({ left: 40, top: 520, width: 80, height: 40 }, layer, view);
    expect(placed).toMatchObject({ top: 520 - 6 - 120, side: "above" });
  });

  test("stays below, and scrolls, if there is even less room above", () => {
    const high = { width: 200, height: 2_000 };
    const placed = place({ left: 0, top: 100, width: 80, height: 40 }, high, view);
    expect(placed).toMatchObject({ side: "below", maxHeight: 600 - 140 - 6 - 8 });
  });

  test("never leaves the window", () => {
    const right = place({ left: 360, top: 0, width: 40, height: 40 }, layer, view);
    const left = place({ left: 0, top: 0, width: 40, height: 40 }, layer, view, "end");
    expect([right.left, left.left]).toEqual([400 - 200 - 8, 8]);
  });

  test("is centered or aligned with the end on request", () => {
    const anchor = { left: 150, top: 0, width: 100, height: 40 };
    expect(place(anchor, { width: 40, height: 20 }, view, "center").left).toBe(180);
    expect(place(anchor, { width: 40, height: 20 }, view, "end").left).toBe(210);
  });
});

describe("a key in a menu", () => {
  test.each([
    ["ArrowDown", 2, 0],
    ["ArrowUp", 0, 2],
    ["ArrowUp", -1, 2],
    ["ArrowDown", -1, 0],
    ["Home", 2, 0],
    ["End", 0, 2],
    ["Tab", 0, undefined],
  ])("%s leads from %i to %s of three", (key, at, to) => {
    expect(nextItem(key, at, 3)).toBe(to);
  });

  const labels = ["Favorite", "Note", "Start over", "Show history", "Delete"];

  test("moves to the next item that begins with it, wrapping at the end", () => {
    expect([itemByText("s", 0, labels), itemByText("s", 2, labels)]).toEqual([2, 3]);
    expect(itemByText("s", 3, labels)).toBe(2);
    expect(itemByText("ss", 2, labels)).toBe(3);
  });

  test("stays on an item that still matches as the word grows", () => {
    expect(itemByText("st", 2, labels)).toBe(2);
    expect(itemByText("sh", 2, labels)).toBe(3);
  });

  test("moves nowhere without a match", () => {
    expect(itemByText("x", 0, labels)).toBeUndefined();
    expect(itemByText("", 0, labels)).toBeUndefined();
  });

  test("begins a new word after a pause", () => {
    const first = typeOn({ text: "", atMs: 0 }, "S", 1_000);
    expect(typeOn(first, "h", 1_400)).toEqual({ text: "sh", atMs: 1_400 });
    expect(typeOn(first, "d", 1_700)).toEqual({ text: "d", atMs: 1_700 });
  });
});

describe("toasts", () => {
  const texts = (queue: ReturnType<typeof createToastQueue>) =>
    queue.shown().map(({ text }) => text);

  test("number three at most: the oldest disappears", () => {
    const queue = createToastQueue();
    for (const text of ["one", "two", "three", "four"]) queue.add({ text });
    expect(texts(queue)).toEqual(["two", "three", "four"]);
  });

  test("with the same key replace each other", () => {
    const queue = createToastQueue();
    queue.add({ text: "1 word is known", key: "known" });
    queue.add({ text: "saved" });
    queue.add({ text: "2 words are known", key: "known" });
    expect(texts(queue)).toEqual(["saved", "2 words are known"]);
  });

  test("that can wait are hidden while a dialog is open", () => {
    const queue = createToastQueue();
    queue.add({ text: "a badge", canWait: true });
    queue.add({ text: "saved" });
    const release = queue.hold();
    expect(texts(queue)).toEqual(["saved"]);
    release();
    expect(texts(queue)).toEqual(["a badge", "saved"]);
  });

  test("can be removed by their creator, once", () => {
    const queue = createToastQueue();
    const listener = vi.fn();
    const remove = queue.add({ text: "one" });
    queue.subscribe(listener);
    remove();
    remove();
    expect([texts(queue), listener.mock.calls.length]).toEqual([[], 1]);
  });

  test("keep the same list while nothing changes, as React requires", () => {
    const queue = createToastQueue();
    queue.add({ text: "one" });
    expect(queue.shown()).toBe(queue.shown());
  });

  test("stay longer if there is something to do or more to read", () => {
    const action = { label: "Undo", run: () => undefined };
    expect(stayMs({ text: "Saved" })).toBe(5_000);
    expect(stayMs({ text: "Saved", action })).toBe(10_000);
    expect(stayMs({ text: "x".repeat(200) })).toBe(14_500);
  });

  test("about a failure stay until they are closed", () => {
    expect(stayMs({ text: "Not saved", tone: "slip" })).toBeUndefined();
  });
});
