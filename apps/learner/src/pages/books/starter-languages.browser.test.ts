import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeOfContent } from "@wordloom/testing/browser/axe";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

let service: TestService;
let learner: Learner;
let page: Page;
beforeAll(async () => {
  service = await openService();
  learner = await newLearner(service);
  ({ page } = learner);
});
afterAll(() => service.close());
handOnAfterAll(() => [learner]);

const ENGLISH = "English: first 1,000 words";
const GERMAN = "German: first 500 words";

const book = (name: string) => page.getByText(name, { exact: true });
const button = (name: string | RegExp) => page.getByRole("button", { name });

describe("the books of other languages", () => {
  it("are in nobody's way, but open for a look", async () => {
    await page.goto("/books");
    await book(ENGLISH).waitFor();
    expect(await book(GERMAN).count()).toBe(0);
    await button(/^Show \d+ books in other languages$/).click();
    await book(GERMAN).waitFor();
    expect(await axeOfContent(page)).toEqual([]);
  });

  it("are proposed in the first run to whoever chooses the language, then listed", async () => {
    await page.goto("/start");
    await page.getByLabel("I’m learning").selectOption({ label: "German" });
    await button("Continue").click();
    await page.getByRole("heading", { name: "How do you like to learn?" }).waitFor();
    await button("Continue").click();
    const german = page.getByRole("checkbox", { name: GERMAN });
    await german.waitFor();
    expect(await german.isChecked()).toBe(true);
    expect(await page.getByRole("checkbox", { name: ENGLISH }).count()).toBe(0);
    await button("Continue").click();
    await expect
      .poll(() => learner.ask("GET", "/api/study-config"))
      .toMatchObject({ learningLanguages: ["de"] });
    await page.goto("/books");
    await book(GERMAN).waitFor();
    expect(await book(ENGLISH).count()).toBe(0);
  });
});
