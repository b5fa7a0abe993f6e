import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeInBothThemes, axeOfContent } from "@wordloom/testing/browser/axe";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { onlineDevice } from "../../../../testing/online-device.ts";
import { sharedConsolesOfFile } from "../../../../testing/shared-consoles.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false", PROBE_ENABLED: "true" });
});
afterAll(async () => {
  await service.close();
});

const enter = sharedConsolesOfFile(() => service);
const PROBES = "/monitoring?part=probes";

const requestIn = (text: string) => /"requestId":"([^"]+)"/.exec(text)?.[1];

describe("probes", () => {
  it("go to devices, have commands confirmed, and show results as they arrive", async () => {
    const device = await onlineDevice(service, "device-of-ada-12345");
    const { page } = await enter(PROBES);
    await page.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => page.getByText("Required.").count()).toBe(2);
    await page.getByLabel("Device IDs").fill("device-of-ada-12345\nnobody-there");
    await page.getByText("Runs on those of 2 devices that are connected.").waitFor();
    await page.getByLabel("Script").fill("ctx.cmd.reload()");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("0 of 1 received").waitFor();
    const sent = page.getByRole("list", { name: "Sent together" });
    await sent.getByText("not connected").waitFor();
    const requestId = requestIn(device.text())!;
    await device.answer({ requestId, status: "confirm_required", confirmToken: "t" });
    await sent.getByText("waiting for you").waitFor();
    await sent.getByRole("button", { name: "device-of-ada-12345" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("End of the device ID").fill("99999");
    await sheet.getByRole("button", { name: "Run" }).click();
    await sheet.getByText("These are not the last five characters").waitFor();
    expect(await axeInBothThemes(page, "dialog")).toEqual([]);
    await sheet.getByLabel("End of the device ID").fill("12345");
    await sheet.getByRole("button", { name: "Run" }).click();
    await expect.poll(() => device.text()).toContain("probe_confirm");
    await device.answer({ requestId, status: "ok", resultJson: '{"reloaded":true}' });
    await sheet.getByText('"reloaded": true').waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Done: 1 of 1 device replied.").waitFor();
    expect(await axeOfContent(page)).toEqual([]);
  });

  it("are visible to their senders, and only super administrators can send them", async () => {
    const { page } = await enter(PROBES, "admin");
    await page.getByText("Only super administrators can send").waitFor();
    await page.getByText("No probes sent yet.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
  });
});
