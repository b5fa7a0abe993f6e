import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axeOfContent } from "@wordloom/testing/browser/axe";
import { goTo } from "@wordloom/testing/browser/pages";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(async () => {
  await service.close();
});

const enter = sharedConsolesOfFile(() => service);

it("the audit log exports what its filters show, and records the export", async () => {
  const { page, ask, readAgain } = await enter("/audit");
  await ask("PUT", "/settings", { max_users: 77 });
  await ask("POST", "/updates/backups");
  await goTo(page, "/admin/audit?action=settings.update");
  await page.getByRole("rowheader", { name: "Settings changed" }).waitFor();
  expect(await axeOfContent(page)).toEqual([]);
  // Removes the browser's own save dialog, which nobody could answer here.
  await page.evaluate(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker"));
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  const [head, ...rows] = readFileSync(await (await file).path(), "utf8")
    .trim()
    .split("\n");
  expect(head).toContain("action");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain("settings.update");
  await page.getByRole("button", { name: "Show all" }).click();
  await readAgain();
  await page.getByRole("rowheader", { name: "Audit log exported" }).waitFor();
});

it("the audit log filters by outcome and day, and sorts, all in the address", async () => {
  const { page, context, ask, email, comeAgain } = await enter("/audit");
  await ask("PUT", "/settings", { max_users: 78 });
  await context.request.post("/api/admin/auth/login", { data: { email, password: "Wrong-one-1" } });
  const actions = page.getByRole("rowheader");
  await actions.first().waitFor();
  await page.getByLabel("Result").selectOption("failed");
  await expect.poll(() => actions.allTextContents()).toEqual(["Failed administrator sign-in"]);
  await comeAgain();
  await expect.poll(() => actions.allTextContents()).toEqual(["Failed administrator sign-in"]);
  await page.getByLabel("To", { exact: true }).fill("2020-01-01");
  await page.getByRole("heading", { name: "No entries." }).waitFor();
  await page.getByRole("button", { name: "Show all" }).click();
  await actions.first().waitFor();
  await page.getByRole("columnheader", { name: "When" }).getByRole("button").click();
  await expect.poll(() => actions.last().textContent()).toBe("Failed administrator sign-in");
  expect(await axeOfContent(page)).toEqual([]);
});

it("an audit entry shows its origin, its session, and the replaced values", async () => {
  const { page, ask } = await enter("/audit");
  await ask("PUT", "/settings", { max_users: 79 });
  await goTo(page, "/admin/audit?action=settings.update");
  await page.getByRole("link", { name: "Settings changed" }).first().click();
  const fact = (name: string) =>
    page.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });
  await fact("Address").getByText("127.0.0.1").waitFor();
  await fact("Session")
    .getByText(/^[0-9a-f-]{36}$/)
    .waitFor();
  await fact("After").getByText('"max_users": 79').waitFor();
  await fact("Before")
    .getByText(/"max_users": \d+/)
    .waitFor();
  expect(await axeOfContent(page)).toEqual([]);
});

it("a deleted book keeps its name without a link, and the name of the key", async () => {
  const { page, ask, context } = await enter("/audit");
  const book = { name: "Short-lived", description: "" };
  const { id } = await ask<{ id: string }>("POST", "/wordbooks", book);
  const draft = { name: "Library script", scopes: ["write"] };
  const { key } = await ask<{ key: string }>("POST", "/settings/api-keys", draft);
  const headers = { authorization: `Bearer ${key}` };
  const reply = await context.request.delete(`/api/admin/wordbooks/${id}`, { headers });
  expect(reply.status()).toBe(200);
  await goTo(page, `/admin/audit?targetId=${id}`);
  const row = page.getByRole("row", { name: "Book deleted" });
  await row.getByRole("cell", { name: "Book Short-lived" }).waitFor();
  await row.getByRole("cell", { name: "127.0.0.1" }).waitFor();
  await page.getByRole("link", { name: "Book deleted" }).click();
  const fact = (name: string) =>
    page.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });
  await fact("Target").getByText("Book Short-lived").waitFor();
  expect(await fact("Target").getByRole("link").count()).toBe(0);
  await fact("API key").getByText("Library script").waitFor();
  await fact("Before").getByText('"name": "Short-lived"').waitFor();
});
