import type { ApplyTaskStatus } from "@wordloom/contract";
import { openContext, openPage, type View } from "@wordloom/testing/browser/pages";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { prepareSetupToken } from "@wordloom/server/features/accounts/admin-auth/admin-auth.service";
import { newAdmin, type AdminVisit } from "./admins.ts";
import { fillService } from "./content.ts";

type Places = Awaited<ReturnType<typeof fillService>>;

/** The look of a page during an interaction; works in both languages of the console. */
export interface State {
  /** Address below `/admin`. */
  readonly at: (places: Places) => string;
  /** Runs before the address is opened. */
  readonly prepare?: (admin: AdminVisit) => Promise<unknown>;
  readonly act?: (admin: AdminVisit, service: TestService) => Promise<unknown>;
}

const menuIn = (place: string) => `${place} button[aria-haspopup=menu]`;
const SAVE = { name: /^(Save as new version|保存为新版本)$/ };

/** An update in progress; a real one is over in an instant here. */
const task: ApplyTaskStatus = {
  taskId: "t-1",
  targetVersion: "v9.1.0",
  phase: "downloading",
  percent: 42,
  startedAt: "2026-12-09T10:00:00.000Z",
};

export const states: Readonly<Record<string, State>> = {
  palette: {
    at: () => "",
    async act({ page }) {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("a");
      await page.getByRole("option").first().waitFor();
    },
  },
  account_menu: {
    at: () => "",
    async act({ page }) {
      const own = page.locator(menuIn("header")).first();
      // On a phone it is behind the button of the pages.
      if (!(await own.isVisible())) await page.locator("header button:visible").last().click();
      await page
        .locator(`${menuIn("")}:visible`)
        .last()
        .click();
      await page.getByRole("menu").waitFor();
    },
  },
  columns: {
    at: () => "/users",
    async act({ page }) {
      const columns = page.locator(menuIn("main")).last();
      // A phone has no room for a choice.
      if (await columns.isVisible()) await columns.click();
    },
  },
  chosen: {
    at: () => "/users",
    async act({ page }) {
      const rows = page.locator("[data-row] input[type=checkbox]");
      await rows.nth(0).check();
      await rows.nth(2).check();
    },
  },
  confirmation: {
    at: ({ learner = "" }) => learner,
    async act({ page }) {
      await page.locator(menuIn("main header")).click();
      await page.getByRole("menuitem").last().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  refusals: {
    at: () => "/users",
    async act({ page }) {
      await page.locator("main button").nth(1).click();
      await page.locator("dialog input").nth(0).fill("nobody");
      await page.locator("dialog input").nth(2).fill("short");
      await page.locator("dialog button[type=submit]").click();
      await page.locator("[aria-invalid]").first().waitFor();
    },
  },
  conflict: {
    at: () => "/engine/parameters",
    async act({ page }, service) {
      const value = page.locator("main input[inputmode=decimal]").first();
      await value.fill("0.31");
      const other = await newAdmin(service);
      await other.page.goto("/admin/engine/parameters");
      await other.page.locator("main input[inputmode=decimal]").first().fill(String(next()));
      for (const each of [other.page, page]) {
        await each.locator("main textarea, main aside input").last().fill("exam season");
        await each.getByRole("button", SAVE).click();
        if (each === other.page) await each.getByRole("button", SAVE).waitFor({ state: "hidden" });
      }
      await page.locator("main table").waitFor();
      await other.context.close();
    },
  },
  empty: { at: () => "/users?search=nobody-at-all" },
  failure: {
    at: () => "/clients?part=flagged",
    prepare: ({ page }) => page.route("**/api/admin/clients/flagged*", (call) => call.abort()),
  },
  updating: {
    at: () => "/updates",
    prepare: ({ page }) =>
      page.route("**/api/admin/updates/status", async (call) => {
        const reply = await call.fetch();
        const body = (await reply.json()) as { data: object };
        await call.fulfill({ json: { ...body, data: { ...body.data, applyTask: task } } });
      }),
  },
};

let saved = 0.4;
/** The other administrator of each view saves a different value. */
const next = () => (saved = Math.round((saved + 0.01) * 100) / 100);

/**
 * Pages for people who are not signed in. @returns their addresses by name, and a function that
 * closes them
 */
export async function openEntrances() {
  const fresh = await openService({ STARTER_WORDBOOKS: "false" });
  const token = await prepareSetupToken(fresh.app.deps);
  return {
    addresses: { sign_in: "/admin/users", setup: `/admin/setup?token=${token}` },
    /** A page of the service that is not set up yet, or of the given one. */
    async visit(name: string, service: TestService, view: View) {
      const context = await openContext(name === "setup" ? fresh.url : service.url, view);
      return { context, ...(await openPage(context)) };
    },
    close: () => fresh.close(),
  };
}
