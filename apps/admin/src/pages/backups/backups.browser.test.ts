import { readdirSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeOfContent } from "@wordloom/testing/browser/axe";
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
// Restrictions for other roles are tested with all roles in roles.browser.test.ts.
const visit = () => enter("/backups");

describe("the backups page", () => {
  it("makes a backup, verifies it in full, and links to the audit entry", async () => {
    const { page } = await visit();
    await page.getByRole("heading", { name: "No good backup yet." }).waitFor();
    await page.getByRole("button", { name: "Back up now" }).click();
    await page.getByRole("heading", { name: /Last good backup: \d+ seconds? ago/ }).waitFor();
    await page.getByRole("button", { name: "Audit entry" }).click();
    await page.getByText("Backup made", { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: /Last good backup/ }).waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await page.getByRole("button", { name: /Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Verify" }).click();
    await page.getByText("All checks passed.").waitFor();
  });

  it("reports a damaged backup, and requires typing the name before restoring", async () => {
    const { page, ask, readAgain } = await visit();
    const { name } = await ask<{ name: string }>("POST", "/updates/backups");
    truncateSync(join(service.app.deps.settings.BACKUP_DIR, name), 100);
    await readAgain();
    const row = page.getByRole("row").filter({ hasText: "not verified" });
    await row.getByRole("button", { name: /Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Restore…" }).click();
    const confirm = page.getByRole("button", { name: "Restore", exact: true });
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await page.getByLabel("Type the name to confirm").fill(name);
    expect(await axeOfContent(page)).toEqual([]);
    await confirm.click();
    await page.getByText("This backup is damaged; nothing was changed.").waitFor();
  });

  it("restores the data of the moment when the backup was made", async () => {
    const { page, ask, readAgain } = await visit();
    const maxUsers = async () => (await ask<{ max_users: number }>("GET", "/settings")).max_users;
    await ask("PUT", "/settings", { max_users: 77 });
    const { name } = await ask<{ name: string }>("POST", "/updates/backups");
    await ask("PUT", "/settings", { max_users: 88 });
    await readAgain();
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Restore…" }).click();
    await page.getByLabel("Type the name to confirm").fill(name);
    const confirm = page.getByRole("button", { name: "Restore", exact: true });
    await confirm.click();
    await page.getByText("The database is intact. Tick the box").waitFor();
    expect(await maxUsers()).toBe(88);
    await page.getByLabel("Restore even though the database is intact").check();
    await confirm.click();
    await page.getByText(`Database restored from ${name}.`).first().waitFor();
    await page.getByRole("cell", { name: "before a restore" }).waitFor();
    // The service restarts in the same process.
    await expect.poll(maxUsers).toBe(77);
  });

  it("does not call a backup dated tomorrow the last good one", async () => {
    const { page, readAgain } = await visit();
    const { database } = service.app.deps;
    await database.deleteFrom("backups").execute();
    const backupDir = service.app.deps.settings.BACKUP_DIR;
    for (const file of readdirSync(backupDir)) rmSync(join(backupDir, file), { recursive: true });
    const tomorrow = {
      host: "elsewhere",
      name: "backup-daily-20990101-003000.db",
      kind: "daily",
      created_at_ms: service.app.deps.clock.nowMs() + 86_400_000,
      size_bytes: 5,
      sha256: "ab",
      version: "v1.0.0",
      schema_number: 1,
      verified: 1,
      sequence: 0,
    } as const;
    await database.insertInto("backups").values(tomorrow).execute();
    await readAgain();
    await page.getByRole("heading", { name: "dated in the future: its age is unknown" }).waitFor();
    await database
      .updateTable("backups")
      .set({ created_at_ms: tomorrow.created_at_ms - 11 * 86_400_000 })
      .execute();
    await readAgain();
    await page
      .getByRole("heading", { name: "The last good backup was 10 days ago: too old." })
      .waitFor();
    await database.deleteFrom("backups").execute();
  });

  it("keeps a backup's actions in view on a phone", async () => {
    const { page } = await enter("/backups", "super_admin", { width: 390, height: 844 });
    await page.getByRole("button", { name: "Back up now" }).click();
    const menu = page.getByRole("button", { name: /Actions for/ }).first();
    await menu.waitFor();
    const box = (await menu.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    await menu.click();
    await page.getByRole("menuitem", { name: "Restore…" }).waitFor();
    await page.keyboard.press("Escape");
  });
});
