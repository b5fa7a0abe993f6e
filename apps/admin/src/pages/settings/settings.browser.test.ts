import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { newLearner } from "@wordloom/testing/browser/learners";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { addAdmin } from "@wordloom/testing/content/accounts";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
});
afterAll(async () => {
  await service.close();
});

const visits = visitsOfEachTest();

const enter = sharedConsolesOfFile(() => service);
const visit = (part = "", width = 1440) =>
  enter(`/settings${part}`, "super_admin", { width, height: 900 });

describe("the settings page", () => {
  it("saves only changes, says who decided, and resets to the default", async () => {
    const { page, ask, email } = await visit();
    const words = page.getByLabel("New words per day");
    await words.fill("500");
    await page.getByText("1 to 200 words").last().waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    // Meanwhile somebody else changes another setting.
    await ask("PUT", "/settings", { max_users: 77 });
    await words.fill("25");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Settings saved.").first().waitFor();
    const stored = await ask<Record<string, unknown>>("GET", "/settings");
    expect(stored).toMatchObject({ default_daily_words: 25, max_users: 77 });
    await page.getByText(`Set by ${email} on`).first().waitFor();
    await page.getByRole("button", { name: "Reset to default" }).last().click();
    await expect.poll(() => words.inputValue()).toBe("20");
  });

  it("warns before limits shut people out, and lets their author undo them", async () => {
    const { page, ask } = await visit();
    const tight = { max: 1, window_secs: 3_600 };
    const limited = ["Signed in, per account or API key", "Administrator sign-in, per address"];
    const seconds = page.getByLabel(`${limited[1]}: seconds`);
    const change = async () => {
      for (const name of limited) {
        await page.getByLabel(`${name}: maximum`).fill("1");
        await page.getByLabel(`${name}: seconds`).fill("3600");
      }
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("heading", { name: "Lock people out?" }).waitFor();
    };
    await change();
    await page.getByText("Administrator sign-in: only 1 request in 3,600 seconds.").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await ask("GET", "/settings")).not.toMatchObject({ rate_limits: { admin_auth: tight } });
    await change();
    await page.getByRole("button", { name: "Save anyway" }).click();
    await page.getByText("Settings saved.").first().waitFor();
    // As if the environment were nearly as tight.
    await page.route("**/api/admin/settings/schema", async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const limits = json.data.fields.find(({ key }: { key: string }) => key === "rate_limits");
      limits.inherited.admin_auth.max = 2;
      await route.fulfill({ response, json });
    });
    await page.reload();
    await page.getByRole("button", { name: "Reset to default" }).last().click();
    await page.getByText("Administrator sign-in: only 2 requests in").waitFor();
    await page.getByRole("button", { name: "Save anyway" }).click();
    await expect.poll(() => seconds.inputValue()).not.toBe("3600");
    await page.unrouteAll({ behavior: "wait" });
    expect(await ask("GET", "/settings")).not.toMatchObject({ rate_limits: { admin_auth: tight } });
  });

  it("keeps typed values when others save, and shows both values of a field", async () => {
    const { headers } = await addAdmin(service.app.deps, "somebody-else", "admin");
    const decide = async (settings: object) => {
      const body = JSON.stringify(settings);
      const json = { ...headers, "content-type": "application/json" };
      const reply = await fetch(`${service.url}/api/admin/settings`, {
        method: "PUT",
        headers: json,
        body,
      });
      expect(reply.ok).toBe(true);
    };
    await decide({ max_users: 78 });
    const { page, ask } = await visit();
    const [words, most] = [
      page.getByLabel("New words per day"),
      page.getByLabel("Maximum accounts"),
    ];
    const minimum = page.getByLabel("Minimum native app version");
    await words.fill("31");
    await minimum.fill("2.0.0");
    await decide({ default_daily_words: 44, refresh_token_days: 29 });
    // Resetting one field reloads the page's data, and keeps what was typed in others.
    await page.getByRole("button", { name: "Reset to default" }).first().click();
    await page.getByText("saved “44”, yours “31”").waitFor();
    expect(await most.inputValue()).not.toBe("78");
    expect([await words.inputValue(), await minimum.inputValue()]).toEqual(["31", "2.0.0"]);
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByRole("button", { name: "Use the saved version" }).click();
    await expect.poll(() => words.inputValue()).toBe("44");
    const save = page.getByRole("button", { name: "Save", exact: true });
    await save.click();
    await expect.poll(() => save.isDisabled()).toBe(true);
    expect(await ask("GET", "/settings")).toMatchObject({
      default_daily_words: 44,
      min_client_version: "2.0.0",
      refresh_token_days: 29,
    });
  });

  it("shows the service's refusals at their fields, all at once", async () => {
    const { page } = await visit();
    await page.getByLabel("Wordbook center").fill("ftp://example.org");
    await page.getByLabel("Minimum native app version").fill("one");
    await page.getByRole("button", { name: "Save" }).click();
    for (const name of ["Wordbook center", "Minimum native app version"]) {
      const field = page.getByLabel(name);
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    }
  });

  it("shows on-off values as switches, and rate limits as a table", async () => {
    const { page, ask } = await visit();
    await page.getByRole("switch", { name: "Apply suggestions automatically" }).check();
    const limit = page.getByLabel("Administrator sign-in, per address: maximum");
    await limit.fill("0");
    await limit.blur();
    await page.getByText("1 to 100,000 requests in 1 to 3,600 seconds.").waitFor();
    await limit.fill("31");
    // An unsaved value is not described as the default.
    await page.getByText("Not saved yet").first().waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Settings saved.").first().waitFor();
    expect(await ask("GET", "/settings")).toMatchObject({
      amas_auto_apply_enabled: 1,
      rate_limits: { admin_auth: { max: 31 } },
    });
    await page.getByText(/≈ \$[\d,.]+ \([\d.]+ yuan per dollar\)/).waitFor();
    await ask("PUT", "/settings", { rate_limits: null, amas_auto_apply_enabled: null });
  });

  it("says whom maintenance locks out, and begins and ends it, on a phone", async () => {
    const learner = await newLearner(service);
    visits.push(learner);
    await learner.page.goto("/");
    await learner.page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => service.app.deps.events.learnerStreams()).toBe(1);
    const { page } = await visit("?part=maintenance", 390);
    await page.getByRole("button", { name: "Start maintenance…" }).click();
    await page.getByText(/1 app is open/).waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await learner.page.getByRole("heading", { level: 1, name: "Down for maintenance" }).waitFor();
    await page.getByRole("button", { name: "End maintenance" }).click();
    await page.getByText("Maintenance ended.").first().waitFor();
    await learner.page
      .getByRole("heading", { level: 1, name: "Down for maintenance" })
      .waitFor({ state: "detached" });
  });

  it("adds an administrator, changes the role, and deletes the account", async () => {
    const { page } = await visit("?part=administrators");
    await page.getByRole("button", { name: "Add administrator" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("E-mail").fill("second@example.org");
    await dialog.getByLabel("Password", { exact: true }).fill("weak");
    await dialog.getByRole("button", { name: "Add administrator" }).click();
    await dialog.getByText("This password is too easy to guess.").waitFor();
    await dialog.getByLabel("Password", { exact: true }).fill("Strong-enough-1");
    await dialog.getByRole("button", { name: "Add administrator" }).click();
    const row = page.getByRole("row").filter({ hasText: "second@example.org" });
    await row.getByRole("button", { name: /Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Make super administrator" }).click();
    await row.getByText("Super administrator").waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await row.getByRole("button", { name: /Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByLabel("Type second@example.org to confirm").fill("second@example.org");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await row.waitFor({ state: "detached" });
  });

  it("makes a key for a program, shows it once, rotates and revokes it", async () => {
    const { page, readAgain } = await visit("?part=keys");
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Nightly export");
    expect(await axeInBothThemes(page, "dialog")).toEqual([]);
    await dialog.getByRole("button", { name: "Create key" }).click();
    const shown = dialog.getByLabel("Key", { exact: true });
    const key = await shown.inputValue();
    const status = async (secret: string) => {
      const headers = { authorization: `Bearer ${secret}` };
      return (await fetch(`${service.url}/api/admin/audit-log`, { headers })).status;
    };
    expect(await status(key)).toBe(200);
    await dialog.getByRole("button", { name: "Close" }).click();
    await readAgain();
    const row = page.getByRole("row", { name: /Nightly export/ });
    await row.getByText("127.0.0.1").waitFor();
    expect(await page.content()).not.toContain(key);
    expect(await axeOfContent(page)).toEqual([]);
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Replace secret…" }).click();
    await dialog.getByLabel("Old secret works").selectOption("no longer");
    await dialog.getByRole("button", { name: "Replace" }).click();
    const replaced = await shown.inputValue();
    expect([await status(key), await status(replaced)]).toEqual([401, 200]);
    await dialog.getByRole("button", { name: "Close" }).click();
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Revoke…" }).click();
    await dialog.getByText("Last used").waitFor();
    await dialog.getByLabel("Type Nightly export to confirm").fill("Nightly export");
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await row.getByText("Revoked", { exact: true }).waitFor();
    expect(await status(replaced)).toBe(401);
    await page.getByRole("button", { name: "Audit entry" }).last().click();
    await page.getByText("API key revoked").first().waitFor();
  });

  it("keeps a key's actions in view on a phone", async () => {
    const { page, ask, readAgain } = await visit("?part=keys", 390);
    await ask("POST", "/settings/api-keys", {
      name: "A dashboard with a rather long name",
      scopes: ["read"],
    });
    await readAgain();
    const menu = page.getByRole("button", { name: "Actions for A dashboard with" });
    await menu.waitFor();
    const { x, width } = (await menu.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    // A column that follows the reader would not be needed for a table that fits.
    const table = page.getByRole("table");
    expect(await table.evaluate((one) => one.scrollWidth)).toBeGreaterThan(390);
    await menu.click();
    await page.getByRole("menuitem", { name: "Revoke…" }).waitFor();
    await page.keyboard.press("Escape");
  });

  it("says that no mail server is set, and shows the settings of the machine", async () => {
    const { page, email } = await visit("?part=machine");
    expect(await page.getByLabel("Send test e-mail to").inputValue()).toBe(email);
    await page.getByLabel("Send test e-mail to").fill("me@example.org");
    await page.getByRole("button", { name: "Send test e-mail" }).click();
    await page.getByText("No mail server is set").waitFor();
    await page.getByText("DATA_DIR", { exact: true }).waitFor();
    const unset = page.getByRole("listitem").filter({ has: page.locator("#METRICS_TOKEN") });
    await unset.getByText("not set").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
  });

  it("changes the password after asking for the current one, and requires signing in", async () => {
    const { page, password, email, giveUp } = await visit("?part=own");
    // Its sign-in ends.
    giveUp();
    await page.getByText("this device", { exact: true }).waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.getByLabel("Current password").fill("wrong");
    await page.getByLabel("New password").fill("Another-one-22");
    await page.getByRole("button", { name: "Change and sign in again" }).click();
    await page.getByText("Current password is incorrect.").waitFor();
    await page.getByLabel("Current password").fill(password);
    await page.getByRole("button", { name: "Change and sign in again" }).click();
    await page.waitForURL("**/sign-in**");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("Another-one-22");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  });
});
