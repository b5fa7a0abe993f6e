import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import type { Locator } from "playwright-core";
import { openContext, openPage } from "@wordloom/testing/browser/pages";
import type { UpdateSite } from "@wordloom/testing/neighbors/update-site";
import { enter, WAIT_MS, type Day } from "./console-day.ts";
import { startServer } from "./server.ts";

const DAY_MS = 86_400_000;
/** Where the console keeps its sign-in. */
const TOKEN = "wordloom.admin-token";
const DESK = { width: 1440, height: 900, locale: "en-GB" } as const;
const PHONE = { width: 390, height: 844 } as const;
const NEWEST = "v99.0.0";
const NOTES = "## What is new\n\n- the **overview** counts faster\n";

// A full disk is not walked here, because a disk of its own needs root:
// full-disk.process.test.ts fills one, and reads `down` from /health.

/** The only good backup is dated tomorrow: neither page takes it for a new one. */
export async function distrustFutureBackup(day: Day): Promise<void> {
  const { page, directory, folder } = day;
  console.log("\nA backup of a clock that was wrong");
  const database = new DatabaseSync(path.join(directory, "learning.db"));
  try {
    database
      .prepare(
        `insert into backups (host, name, kind, created_at_ms, size_bytes, sha256, verified)
         values ('elsewhere', 'backup-daily-20990101-003000.db', 'daily', ?, 5, 'ab', 1)`,
      )
      .run(Date.now() + DAY_MS);
    for (const room of ["Overview", "Backups"]) {
      await enter(day, room, "20-future-backup");
      await page.reload();
      const said = page.getByText("is dated in the future: its age is unknown").first();
      await said.waitFor();
      console.log(`  ${room}: "${await said.innerText()}"`);
    }
    await page.screenshot({ path: path.join(folder, "20-future-backup.png") });
  } finally {
    database.exec("delete from backups where host = 'elsewhere'");
    database.close();
  }
}

/** A published release that cannot be installed here: its notes are laid out. */
export async function readReleaseNotes(day: Day, { publish }: UpdateSite): Promise<void> {
  const { page } = day;
  publish({ tag: NEWEST, notes: NOTES });
  await enter(day, "Updates", "21-updates");
  await page.getByRole("button", { name: "Check now" }).click();
  const notes = page.getByRole("region", { name: new RegExp(NEWEST) });
  const strong = notes.locator("strong");
  await notes.getByRole("heading", { name: "What is new" }).waitFor();
  await strong.waitFor();
  console.log(
    `\nThe notes of ${NEWEST} have a heading, and "${await strong.innerText()}" in bold.`,
  );
  await page.screenshot({ path: path.join(day.folder, "21-updates.png"), fullPage: true });
}

/** On a phone, the actions on an API key are visible. */
export async function makeKeyOnPhone({ page, folder, faults }: Day): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/settings?part=keys");
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Nightly export");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await dialog.getByLabel("Key", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  const menu = page.getByRole("button", { name: "Actions for Nightly export" });
  if (!(await isInView(menu))) faults.push("an API key's menu is cut off");
  await menu.click();
  await page.getByRole("menuitem", { name: "Revoke…" }).waitFor();
  await page.screenshot({ path: path.join(folder, "22-key.png") });
  await page.keyboard.press("Escape");
  await page.setViewportSize(DESK);
  console.log("\nOn a phone, an API key can be made and revoked.");
}

/** Whether it is within the width of a phone's screen. */
export async function isInView(found: Locator): Promise<boolean> {
  await found.waitFor();
  const box = await found.boundingBox();
  return box !== null && box.x >= 0 && box.x + box.width <= PHONE.width;
}

/** The same installation with mail, but without PUBLIC_URL: the setup says what is missing. */
export async function askAboutAddress(
  { directory, page: former, folder, faults }: Day,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  console.log("\nThe next day, without PUBLIC_URL");
  // The account is locked since somebody guessed its password; the sign-in outlives a restart.
  const token = await former.evaluate((key) => sessionStorage.getItem(key) ?? "", TOKEN);
  await former.context().close();
  const server = await startServer(directory, settings);
  try {
    const context = await openContext(server.url, DESK);
    await context.addInitScript(([key, kept]) => sessionStorage.setItem(key, kept), [
      TOKEN,
      token,
    ] as const);
    const { page, faults: own } = await openPage(context);
    page.setDefaultTimeout(WAIT_MS);
    await page.goto("/admin/setup?step=mail");
    const notice = page.getByText("E-mails have no links yet", { exact: false });
    await notice.waitFor();
    const said = await notice.innerText();
    console.log(`  "${said}"`);
    if (!said.includes(server.url)) faults.push("the setup proposes no PUBLIC_URL");
    await page.screenshot({ path: path.join(folder, "23-no-address.png") });
    faults.push(...own);
  } finally {
    await server.stop();
  }
}
