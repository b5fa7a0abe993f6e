import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWordBatch } from "@wordloom/server/features/library/words/words.service";
import { axeInBothThemes } from "@wordloom/testing/browser/axe";
import { goTo } from "@wordloom/testing/browser/pages";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

let service: TestService;
let learner: Learner;
let page: Page;
let faults: string[];
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  learner = await newLearner(service, { width: 1440, height: 900 });
  ({ page, faults } = learner);
  const { items } = await createWordBatch(service.app.deps, [
    { text: "reluctant", meaning: "unwilling" },
    { text: "relevant", meaning: "to the point" },
    {
      text: "eager",
      meaning: "keen",
      examples: ["She is eager to learn."],
      exampleMeanings: ["Elle a hâte d’apprendre."],
    },
  ]);
  const { id } = await learner.ask<{ id: string }>("POST", "/api/wordbooks", { name: "Mine" });
  await learner.ask("POST", `/api/wordbooks/${id}/words`, { wordIds: items.map((one) => one.id) });
  await page.goto("/words");
});
afterAll(() => service.close());
handOnAfterAll(() => [learner]);

const button = (name: string) => page.getByRole("button", { name, exact: true });

/** A message on the screen; a hidden copy is for screen readers. */
const said = (text: string) => page.getByRole("region", { name: "Messages" }).getByText(text);

async function isAccessible(): Promise<void> {
  expect(await axeInBothThemes(page)).toEqual([]);
}

describe("words", () => {
  it("are found during typing, by keyboard alone, and opened", async () => {
    await page.getByText("3 words", { exact: true }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("unwill");
    await page.getByText("1 word", { exact: true }).waitFor();
    await page.waitForURL("**/words?q=unwill");
    await page.keyboard.type("zz");
    await page.getByText("No results for “unwillzz”").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("3 words", { exact: true }).waitFor();
  });

  it("are suspended together, and resumed by undo", async () => {
    await page.getByRole("checkbox", { name: "Select eager" }).check();
    await page.getByRole("checkbox", { name: "Select relevant" }).check();
    await button("Skip").click();
    await said("Skipped 2 words.").waitFor();
    await page.getByRole("link", { name: "Skipped" }).click();
    await page.getByRole("link", { name: "eager" }).waitFor();
    await button("Undo").click();
    await page.getByText("No skipped words").waitFor();
    expect(faults).toEqual([]);
  });
});

describe("a word", () => {
  it("shows its meaning and its memory", async () => {
    await goTo(page, "/words?q=reluctant");
    await page.getByRole("link", { name: "reluctant" }).click();
    await page.getByRole("heading", { level: 1, name: "reluctant" }).waitFor();
    await page.getByText("unwilling").waitFor();
    await page.getByText("You haven’t seen this word yet.").waitFor();
    await isAccessible();
  });

  it("is marked as known, and restored", async () => {
    await button("I know it").click();
    await page.getByText(/You marked it as known on|You set its state by hand/).waitFor();
    await button("Undo").click();
    await page.getByText("You haven’t seen this word yet.").waitFor();
  });

  it("keeps a note, which can be changed, deleted and restored", async () => {
    await button("Write a note").click();
    await page.getByLabel("Note", { exact: true }).fill("re + luct");
    await button("Save").click();
    await button("Edit").click();
    await page.getByLabel("Note", { exact: true }).fill("re + luct: struggle");
    await button("Save").click();
    await page.getByText("re + luct: struggle").waitFor();
    await button("Delete").click();
    await said("Note deleted.").waitFor();
    await button("Undo").click();
    await page.getByText("re + luct: struggle").waitFor();
  });

  it("becomes a favorite", async () => {
    await button("Favorite").click();
    await page.getByRole("button", { name: "Favorite", pressed: true }).waitFor();
    await goTo(page, "/words?filter=favourites");
    await page.getByRole("link", { name: "reluctant" }).waitFor();
    expect(faults).toEqual([]);
  });

  it("shows its examples with their translations", async () => {
    await goTo(page, "/words");
    await page.getByRole("link", { name: "eager" }).click();
    await page.getByText("She is eager to learn.").waitFor();
    await page.getByText("Elle a hâte d’apprendre.").waitFor();
  });

  it("shows a message when it no longer exists", async () => {
    await goTo(page, "/words/none");
    await page.getByText("It’s no longer there.").waitFor();
    await isAccessible();
  });
});
