import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VERSION } from "@wordloom/server/platform/basics/version";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { goTo, settled } from "@wordloom/testing/browser/pages";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { sharedConsolesOfFile } from "../../../testing/shared-consoles.ts";
import { newDevice, reportOf } from "../../../testing/devices.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  const [platform, fingerprint] = ["android", "twins"];
  await newDevice(service, { id: "old", platform, version: "1.0.0" });
  await newDevice(service, { id: "twin-1", platform, version: "1.4.0", fingerprint });
  await newDevice(service, { id: "twin-2", platform, version: "1.4.0", fingerprint });
  await newDevice(service, { id: "apple", platform: "ios", version: "1.1.0" });
});
afterAll(async () => {
  await service.close();
});

const enter = sharedConsolesOfFile(() => service);
const visit = (path = "", width = 1440) =>
  enter(`/clients${path}`, "admin", { width, height: 900 });

describe("the device pages", () => {
  it("filter devices by platform, keep the filter in the address, and fit on a phone", async () => {
    const { page, comeAgain } = await visit("", 390);
    await page.getByRole("heading", { level: 1, name: /^\d+ devices\./ }).waitFor();
    await page.getByLabel("Platform").selectOption({ label: "iOS" });
    await page.getByText("1 row", { exact: true }).waitFor();
    await comeAgain();
    await page.getByText("1 row", { exact: true }).waitFor();
    for (const part of ["All devices", "Connected", "Versions", "Upgrades"]) {
      await page.getByRole("link", { name: part, exact: true }).click();
      await settled(page);
      const judge = part === "All devices" ? axeInBothThemes : axeOfContent;
      expect(await judge(page), part).toEqual([]);
      const isTooWide = () => page.evaluate(() => document.body.scrollWidth > innerWidth);
      await expect.poll(isTooWide, { message: part }).toBe(false);
    }
  });

  it("request a report from a connected device, and show it when it arrives", async () => {
    const about = { id: "asked", platform: "android", version: "1.4.0" };
    const device = await newDevice(service, about);
    await device.report(reportOf("session_start"));
    const { page, readAgain } = await visit("/asked?part=reports");
    await expect
      .poll(() => page.getByRole("button", { name: "Request report" }).isDisabled())
      .toBe(true);
    await page.getByText("You can request a report while the device is connected.").waitFor();
    const stream = await device.open();
    await readAgain();
    await page.getByRole("button", { name: "Request report" }).click();
    const { requestId } = await stream.next("telemetry_request");
    await page.getByText("waiting for the device").waitFor();
    const behavior = { currentRoute: "/study", clickCount: 3 };
    await device.report(reportOf("on_demand", { behavior, errorCount: 2 }, String(requestId)));
    await page.getByText("Report received.").waitFor();
    await page.getByRole("button", { name: "On request" }).click();
    await page.getByRole("dialog").getByText("/study").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Summary" }).click();
    await page.getByText("Android 16").waitFor();
    expect(await axeInBothThemes(page)).toEqual([]);
    stream.hangUp();
  });

  it("ban a device, flag a similar one, clear the flag, and lift the ban", async () => {
    const { page } = await visit("/twin-1");
    await page.getByRole("button", { name: "Ban…" }).click();
    await page.getByText("It has no app open.").waitFor();
    await page.getByLabel("Reason").fill("Sold answers");
    await page.getByRole("button", { name: "Ban", exact: true }).click();
    await page.getByText("1 other flagged.").first().waitFor();
    await page.getByText("Sold answers").waitFor();
    await page.getByRole("link", { name: "All devices" }).click();
    await page.getByRole("link", { name: /^Flagged/ }).click();
    await page.getByText("Same fingerprint as twin-1, which is banned.").waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByRole("button", { name: "Clear flag of twin-2" }).click();
    await page.getByRole("heading", { name: "No flagged devices." }).waitFor();
    await goTo(page, "/admin/clients/twin-1");
    await page.getByRole("button", { name: "Lift ban" }).click();
    await page.getByRole("button", { name: "Ban…" }).waitFor();
  });

  it("say whom a rule locks out before it is saved, and refuse an invalid version", async () => {
    const { page, ask } = await visit("?part=upgrades");
    const android = page.getByRole("region", { name: "Android" });
    await android.getByRole("button", { name: "Edit rules…" }).click();
    const dialog = page.getByRole("dialog");
    const oldest = dialog.getByLabel("Minimum version");
    await oldest.fill("soon");
    await dialog.getByText("Enter a version such as 1.4.0.").waitFor();
    await expect.poll(() => dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await oldest.fill("1.2.0");
    await dialog.getByText("Locks out 1 device until it updates.").waitFor();
    expect(await axeInBothThemes(page, "dialog")).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Apps older than 1.2.0 must update.").waitFor();
    const { policies } = await ask<{ policies: object[] }>("GET", "/clients/upgrade-policy");
    expect(policies).toMatchObject([{ platform: "android", minVersion: "1.2.0" }]);
  });

  it("stop older apps immediately, say how many, and revoke the request", async () => {
    const about = { id: "stopped", platform: "ios", version: "0.9.0" };
    const device = await newDevice(service, about);
    const stream = await device.open();
    const { page } = await visit("?part=upgrades");
    const ios = page.getByRole("region", { name: "iOS" });
    await ios.getByRole("button", { name: "Ask older apps to update…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Older than").fill("1.0.0");
    await dialog.getByLabel("Update to").fill("1.5.0");
    await dialog.getByText("1 device is older. 1 app is open now and stops immediately.").waitFor();
    await dialog.getByRole("button", { name: "Ask now" }).click();
    expect(await stream.next("upgrade_required")).toMatchObject({ latestVersion: "1.5.0" });
    await ios.getByText(/apps older than 1.0.0 are asked to update to 1.5.0/).waitFor();
    await ios.getByRole("button", { name: "Withdraw request" }).click();
    expect(await stream.next("upgrade_cleared")).toMatchObject({ origin: "targeted" });
    await ios.getByText(/apps older than 1.0.0/).waitFor({ state: "detached" });
    stream.hangUp();
  });

  it("notify open apps about a release, from the updates page", async () => {
    const about = { id: "listening", platform: "android", version: "1.4.0" };
    const device = await newDevice(service, about);
    const stream = await device.open();
    const { page } = await enter("/updates", "admin");
    await page.getByRole("button", { name: "Notify open apps…" }).click();
    const dialog = page.getByRole("dialog");
    const version = dialog.getByLabel("Release");
    await expect.poll(() => version.inputValue()).toBe(VERSION);
    await version.fill("newest");
    await dialog.getByRole("button", { name: "Notify" }).click();
    await dialog.getByText("Enter a version such as 1.4.0.").waitFor();
    await version.fill("1.5.0");
    await dialog.getByLabel("Message").fill("Listening works offline.");
    expect(await axeInBothThemes(page, "dialog")).toEqual([]);
    await dialog.getByRole("button", { name: "Notify" }).click();
    const told = { version: "1.5.0", channel: "stable", message: "Listening works offline." };
    expect(await stream.next("update_available")).toMatchObject(told);
    await page.getByRole("button", { name: "Audit entry" }).click();
    await page.getByText("Update announced").first().waitFor();
  });

  it("show whom the version gate would refuse, and close it", async () => {
    const { page } = await visit("?part=upgrades");
    await page.getByText("All native app versions are accepted.").waitFor();
    await page.getByRole("button", { name: "Edit version gate…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("switch", { name: "Refuse older native apps" }).check();
    await dialog.getByLabel("Minimum version").fill("1.3.0");
    await dialog
      .getByText(/Locks out \d of the devices active in 30 days, of \d learners/)
      .waitFor();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Native apps older than 1.3.0 are refused.").waitFor();
  });
});
