import { expect, test } from "vitest";
import { lateScreen } from "./late-screen.ts";

const Page = () => null;

test("a screen loads once and is available immediately from then on", async () => {
  let loads = 0;
  const screen = lateScreen(async () => {
    loads += 1;
    return { Page };
  }, "Page");
  expect(screen.loaded()).toBeUndefined();
  expect(await screen.load()).toBe(Page);
  await screen.load();
  expect(screen.loaded()).toBe(Page);
  expect(loads).toBe(1);
});

test("a screen loads again if its file could not be loaded", async () => {
  const replies = [Promise.reject(new Error("offline")), Promise.resolve({ Page })];
  const screen = lateScreen(() => replies.shift() ?? Promise.resolve({ Page }), "Page");
  await expect(screen.load()).rejects.toThrow("offline");
  expect(await screen.load()).toBe(Page);
});
