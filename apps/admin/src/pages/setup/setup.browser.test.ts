import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes } from "../../../../learner/testing/browser.ts";
import { newAccount } from "../../../../learner/testing/learners.ts";
import { openService, type TestService } from "../../../../learner/testing/service.ts";
import { newVisit } from "../../../../learner/testing/visits.ts";
import { prepareSetupToken } from "../../../../../packages/server/src/features/accounts/admin-auth/admin-auth.service.ts";
import {
  openLocalWeb,
  type LocalWeb,
} from "../../../../../packages/server/src/testing/local-web.ts";
import {
  centerPages,
  remoteBook,
  remoteWord,
} from "../../../../../packages/server/src/testing/remote-book.ts";
import { visitsOfEachTest } from "../../../testing/visits.ts";

let service: TestService;
let center: LocalWeb;
beforeAll(async () => {
  const book = remoteBook([remoteWord("plum")], { name: "The first book" });
  center = await openLocalWeb(centerPages(book) as Record<string, object>);
  service = await openService({
    STARTER_WORDBOOKS: "false",
    WORDBOOK_CENTER_ALLOW_PRIVATE: "true",
  });
});
afterAll(async () => {
  await service.close();
  await center.close();
});

const visits = visitsOfEachTest();

describe("a new place", () => {
  it("comes from the first setup to its first book", async () => {
    const learner = await newAccount(service);
    const token = await prepareSetupToken(service.app.deps);
    const operator = await newVisit(service.url, { width: 1440, height: 900 });
    visits.push(operator);
    const { context, page } = operator;
    await page.goto(`/admin/setup?token=${token}`);
    await page.getByLabel("E-mail").fill("first@example.org");
    await page.getByLabel("Password", { exact: true }).fill("Reading-room-42");
    await page.getByRole("button", { name: "Create the account" }).click();

    await page.getByRole("heading", { name: "Who may learn here?" }).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByRole("radio", { name: "Only those whom you add" }).check();
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByText("No mail server is set.", { exact: false }).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    const refused = await context.request.post("/api/auth/register", {
      data: { email: "late@example.org", username: "Late", password: "Reading-room-42" },
    });
    expect(refused.ok()).toBe(false);

    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByText("There is no book yet.", { exact: false }).waitFor();
    await page.getByLabel("Address of the wordbook center").fill(center.url);
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "The first book", exact: true }).click();
    await page.getByRole("button", { name: "Import the book" }).click();
    await page.getByText("One book in the center, one here.").waitFor();
    expect(await learner.ask("GET", "/api/wordbooks/system")).toMatchObject([
      { name: "The first book", wordCount: 1 },
    ]);
  });
});
