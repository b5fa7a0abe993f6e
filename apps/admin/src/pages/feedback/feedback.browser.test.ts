import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { type View } from "@wordloom/testing/browser/pages";
import { newAccount } from "@wordloom/testing/browser/learners";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";

let service: TestService;
let learner: Awaited<ReturnType<typeof newAccount>>;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  learner = await newAccount(service);
});
afterAll(async () => {
  await service.close();
});

const enter = sharedConsolesOfFile(() => service);

async function visit(path = "/feedback", view: View = {}) {
  return (await enter(path, "admin", view)).page;
}

/** Writes a message as the learner. @returns its id */
async function write(content: string, category = "general"): Promise<string> {
  const body = { content, category, route: "/study" };
  return (await learner.ask<{ id: string }>("POST", "/api/feedback", body)).id;
}

/** Holds back replies to calls whose path matches. @returns a function that releases them */
async function keepBack(page: Page, path: RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    ({ pathname }) => path.test(pathname),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return release;
}

describe("the feedback page", () => {
  it("accepts keys that are pressed before their target has loaded", async () => {
    for (const text of ["The first one", "The second one", "The third one"]) await write(text);
    const page = await visit("/overview");
    const messages = await keepBack(page, /\/feedback$/);
    const message = await keepBack(page, /\/feedback\/(?!stats)[^/]+$/);
    await page.getByRole("link", { name: "Feedback" }).click();
    await page.getByRole("heading", { name: /^3 open messages, 3 unread/ }).waitFor();
    await page.keyboard.press("j");
    messages();
    const thread = page.getByRole("region", { name: "Message" });
    await thread.getByRole("status").waitFor();
    await page.keyboard.press("r");
    await page.keyboard.type("We keep it here.");
    message();
    await thread.getByText("The third one").waitFor();
    const reply = thread.getByLabel("Reply", { exact: true });
    await expect.poll(() => reply.inputValue()).toBe("We keep it here.");
    await expect.poll(() => thread.getByLabel("Status").inputValue()).toBe("open");
    await reply.fill("");
  });

  it("works by keyboard: next, reply, resolve", async () => {
    const page = await visit();
    await page.getByRole("heading", { name: "3 open messages, 2 unread." }).waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await page.keyboard.press("j");
    const thread = page.getByRole("region", { name: "Message" });
    await thread.getByText("The third one").waitFor();
    await page.keyboard.press("j");
    await thread.getByText("The second one").waitFor();
    await page.getByRole("heading", { name: /3 open messages, 1 unread/ }).waitFor();
    await page.keyboard.press("k");
    await thread.getByText("The third one").waitFor();

    await page.keyboard.press("r");
    await page.keyboard.type("We look into it.");
    await page.keyboard.press("Control+Enter");
    await thread.getByRole("listitem").getByText("We look into it.").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    const notices = await learner.ask<{ data: { content: string }[] }>("GET", "/api/notifications");
    expect(JSON.stringify(notices)).toContain("We look into it.");

    await page.keyboard.press("Escape");
    await page.keyboard.press("e");
    await thread.getByText("The second one").waitFor();
    await page.getByRole("heading", { name: /^2 open messages/ }).waitFor();
    await page.getByRole("button", { name: "Audit entry" }).last().click();
    await page.getByText("Feedback changed").waitFor();
  });

  it("changes status, priority and assignee, and notifies the learner", async () => {
    const id = await write("The sound is too quiet.", "sound");
    const page = await visit(`/feedback/${id}`);
    const thread = page.getByRole("region", { name: "Message" });
    await thread.getByLabel("Priority").selectOption("High");
    await thread.getByText("priority: High").waitFor();
    await thread.getByLabel("Assigned to").selectOption({ index: 1 });
    await thread.getByText(/assigned to operator/).waitFor();
    await thread.getByLabel("Status").selectOption("In progress");
    await thread.getByText("status: In progress").waitFor();
    await thread.getByLabel("Resolution").fill("There is a volume now.");
    await thread.getByRole("button", { name: "Save" }).click();
    await thread.getByText("updated the resolution").waitFor();
    const { data } = await learner.ask<{ data: object[] }>("GET", "/api/feedback/items");
    expect(data.find((item) => "id" in item && item.id === id)).toMatchObject({
      priority: "high",
      status: "in_progress",
      resolution: "There is a volume now.",
    });
  });

  it("keeps filters in the address, and an unsent reply with its message", async () => {
    await write("Where are my notes?", "notes");
    const page = await visit("/feedback?category=notes");
    const row = page.getByRole("link", { name: "Where are my notes?" });
    await row.click();
    await page.getByLabel("Reply", { exact: true }).fill("Below the word");
    await page.getByLabel("Category").selectOption("Any");
    await page.getByRole("link", { name: "The first one" }).click();
    await page.getByRole("region").getByText("The first one").waitFor();
    await expect.poll(() => page.getByLabel("Reply", { exact: true }).inputValue()).toBe("");
    await page.goBack();
    await page.getByRole("region").getByText("Where are my notes?").waitFor();
    await expect
      .poll(() => page.getByLabel("Reply", { exact: true }).inputValue())
      .toBe("Below the word");
  });

  it("shows first the inbox and then the message on a phone", async () => {
    await write("From the train");
    const page = await visit("/feedback", { width: 390, height: 844 });
    await page.getByRole("link", { name: "From the train" }).click();
    await page.getByRole("heading", { name: /^Learner/ }).waitFor();
    expect(await page.getByRole("link", { name: "The first one" }).isVisible()).toBe(false);
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByLabel("Reply", { exact: true }).fill("Safe journey");
    await page.getByRole("button", { name: "Reply and resolve" }).click();
    await page.getByText("Message resolved.").first().waitFor();
    await page.getByRole("link", { name: "All messages" }).click();
    await page.getByRole("link", { name: "The first one" }).waitFor();
    await page.getByRole("link", { name: "From the train" }).waitFor({ state: "detached" });
  });
});
