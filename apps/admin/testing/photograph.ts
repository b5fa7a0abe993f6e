import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { closeBrowser } from "@wordloom/testing/browser/browser";
import { settled } from "@wordloom/testing/browser/pages";
import { openService } from "@wordloom/testing/service/web-service";
import { openUpdateSite } from "@wordloom/testing/neighbors/update-site";
import { newAdmin } from "./admins.ts";
import { openCenter } from "./center-content.ts";
import { AGE_MS, fillService } from "./content.ts";
import { pagePaths } from "./page-paths.ts";
import { openEntrances, states } from "./states.ts";

// Photographs every page, full and empty, and some interactions, in desktop and phone size, in two
// themes and two languages: `npm run -w @wordloom/admin photograph -- FOLDER [part of a view]
// [page] [whole]`, for example `… -- docs/operating desk-light-en overview`. With `whole`, also
// what is below the fold; a page of "" means every page.

const [folder = "photographs", only = "", wanted = "", extent = ""] = process.argv.slice(2);
const fullPage = extent === "whole";
mkdirSync(folder, { recursive: true });

const sizes = { phone: [390, 844], desk: [1440, 900] } as const;
const languages = { en: "en-GB", zh: "zh-CN" } as const;

const notes = "## New\n\n- Words are asked in two directions.\n- Backups are encrypted.";

const site = await openUpdateSite();
site.publish({ tag: "v9.1.0", notes }, { tag: "v9.2.0-beta.1", notes });
const { settings, installation = {} } = site.parts();
const service = await openService(
  { ...settings, WORDBOOK_CENTER_ALLOW_PRIVATE: "true", PROBE_ENABLED: "true" },
  { installation: () => installation },
);
const center = await openCenter(service.app);
const entrances = await openEntrances();
const empty = await openService({ STARTER_WORDBOOKS: "false" });
const places = await fillService(service);

try {
  for (const [size, [width, height]] of Object.entries(sizes)) {
    for (const theme of ["light", "dark"] as const) {
      for (const [language, locale] of Object.entries(languages)) {
        const name = `${size}-${theme}-${language}`;
        if (!name.includes(only)) continue;
        const view = { width, height, theme, locale };
        const admin = await newAdmin(service, "super_admin", view);
        // Sets the browser's clock to the service's, which has been advanced.
        await admin.context.clock.setSystemTime(Date.now() + AGE_MS);
        for (const [title, path] of Object.entries(places)) {
          if (wanted !== "" && wanted !== title) continue;
          await admin.page.goto(`/admin${path}`);
          await settled(admin.page);
          await admin.page.screenshot({ path: join(folder, `${name}-${title}.png`), fullPage });
        }
        const beginner = await newAdmin(empty, "super_admin", view);
        for (const [title, path] of Object.entries(pagePaths)) {
          if (wanted !== "" && wanted !== `empty_${title}`) continue;
          await beginner.page.goto(`/admin${path}`);
          await settled(beginner.page);
          await beginner.page.screenshot({ path: join(folder, `${name}-empty_${title}.png`) });
        }
        await beginner.context.close();
        for (const [title, { at, prepare, act }] of Object.entries(states)) {
          if (wanted !== "" && wanted !== title) continue;
          const visit = await newAdmin(service, "super_admin", view);
          await visit.context.clock.setSystemTime(Date.now() + AGE_MS);
          await prepare?.(visit);
          await visit.page.goto(`/admin${at(places)}`);
          await settled(visit.page);
          await act?.(visit, service);
          await visit.page.screenshot({ path: join(folder, `${name}-${title}.png`) });
          await visit.context.close();
        }
        for (const [title, path] of Object.entries(entrances.addresses)) {
          if (wanted !== "" && wanted !== title) continue;
          const { context, page } = await entrances.visit(title, service, view);
          await page.goto(path);
          await settled(page);
          await page.screenshot({ path: join(folder, `${name}-${title}.png`) });
          await context.close();
        }
        await admin.context.close();
      }
    }
  }
} finally {
  await closeBrowser();
  await service.close();
  await entrances.close();
  await empty.close();
  await center.close();
  await site.close();
}
