import { expect, test } from "vitest";
import { lateScreen } from "./late-screen.ts";

const Page = () => null;

test("a screen is loaded once and is there at once from then on", async () => {
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

test("a screen whose file did not come is asked for again", async () => {
  const replies = [Promise.reject(new Error("offline")), Promise.resolve({ Page })];
  const screen = lateScreen(() => replies.shift() ?? Promise.resolve({ Page }), "Page");
  await expect(screen.load()).rejects.toThrow("offline");
  expect(await screen.load()).toBe(Page);
});
