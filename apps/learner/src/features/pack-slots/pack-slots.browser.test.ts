import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ConsoleMessage } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { someAdmin } from "@wordloom/testing/content/some-admin";
import {
  activateVersion,
  storePack,
} from "@wordloom/server/features/clients/resource-packs/pack-changes.service";
import { axeInBothThemes } from "@wordloom/testing/browser/axe";
import { goTo } from "@wordloom/testing/browser/pages";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { openPackPublisher, type PackPublisher } from "../../../testing/pack-publisher.ts";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

// What we check: content that an operator publishes is on screen, and nothing written by anybody
// else. How: the real app and service. The test serves manifest, key and payload itself when they
// must be wrong; one test gets them from the service.
let service: TestService;
let learner: Learner;
let publisher: PackPublisher;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const PACK = "content-slots";
const OWN = ["app-config", PACK];
/** A folder for optional photographs of the four slots. */
const PHOTOGRAPHS = process.env["SLOT_PHOTOGRAPHS"];

const note = (id: string, title: string, more: object = {}) => ({
  id,
  kind: "notice",
  title,
  priority: 1,
  dismissible: true,
  ...more,
});
const slots = (content: object) => ({ schema: 1, slots: content });

const look = { width: 1280, height: 900 };

/** Tests share this browser, and each has versions of its own. */
async function openBrowserWithPacks(): Promise<void> {
  publisher = openPackPublisher();
  learner = await newLearner(service, look);
  await publisher.serve(learner.context);
  await open();
}

let versions = 0;
/** Puts the next version into force. @returns it */
function publish(content: object): string {
  const version = `1.${(versions += 1)}.0`;
  publisher.publish(PACK, version, slots(content));
  return version;
}

/** Puts the next version into force and announces it. @returns it */
function bringIn(content: object): string {
  const version = publish(content);
  announce(version);
  return version;
}

const place = (name: string) => learner.page.locator(`[data-slot=${name}]`);
const text = (wanted: string | RegExp) => learner.page.getByText(wanted);

async function open(path = "/"): Promise<void> {
  await learner.page.goto(path);
  await learner.page.getByRole("heading", { level: 1 }).waitFor();
}

/** Announces a version as the service does after an activation. */
function announce(version: string, packId = PACK): void {
  const event = { packId, pack_id: packId, version, channel: "stable" } as const;
  service.app.deps.events.toAll({ type: "resource_pack_available", ...event });
}

/** The outcomes that the app has reported so far, in order. */
async function outcomes(): Promise<string[]> {
  const rows = await service.app.deps.database
    .selectFrom("pack_installs")
    .where("user_id", "=", learner.id)
    .select(["pack_id", "version", "outcome"])
    .orderBy("created_at_ms")
    .execute();
  return rows.map((row) => `${row.pack_id} ${row.version} ${row.outcome}`);
}

/** @param expected  all outcomes for the versions of this test, in order */
async function reported(...expected: string[]): Promise<void> {
  const named = new Set(expected.map((line) => line.split(" ", 2).join(" ")));
  const reports = async () =>
    (await outcomes()).filter((line) => named.has(line.split(" ", 2).join(" ")));
  await expect.poll(reports).toEqual(expected);
}

describe("the packs of the service itself", () => {
  beforeAll(async () => {
    learner = await newLearner(service, look);
    await open();
  });
  handOnAfterAll(() => [learner]);

  it("are requested only if there are any: the browser logs no failure", async () => {
    const { page } = learner;
    const logged: string[] = [];
    const note = (message: ConsoleMessage) => {
      if (message.type() === "error") logged.push(message.text());
    };
    page.on("console", note);
    const listed = page.waitForResponse(/\/api\/resource-packs\?channel=stable$/);
    await open();
    await listed;
    // The app checks its packs one after the other.
    for (const _ of OWN) {
      await page.evaluate(() => navigator.locks.request("wordloom-packs", () => undefined));
    }
    page.off("console", note);
    expect(logged).toEqual([]);
  });

  it("are uploaded, put into force, shown, and emptied again", async () => {
    const { deps } = service.app;
    const publish = async (version: string, content: object) => {
      const pack = { packId: PACK, version };
      const bytes = Buffer.from(JSON.stringify(slots(content)));
      const unset = { minAppVersion: undefined, description: undefined };
      await storePack(deps, someAdmin, { ...pack, ...unset, channel: "stable", bytes });
      await activateVersion(deps, someAdmin, pack, "stable");
    };
    await publish("1.0.0", { "home-top": [note("a", "From the service")] });
    await text("From the service").waitFor();
    await reported(`${PACK} 1.0.0 installed`);
    // The service notifies clients at most once in five minutes.
    service.advance(5 * 60_000);
    await publish("1.0.1", {});
    await text("From the service").waitFor({ state: "detached" });
    await reported(`${PACK} 1.0.0 installed`, `${PACK} 1.0.1 installed`);
    expect(learner.faults).toEqual([]);
  });
});

describe("in a browser with packs served by the test,", () => {
  beforeAll(openBrowserWithPacks);
  handOnAfterAll(() => [learner]);

  describe("the content of packs", () => {
    it("appears when it is published, is withdrawn, and stays through a reload", async () => {
      const sent = publisher.downloads();
      const first = bringIn({ "home-top": [note("rest", "Tonight the service rests")] });
      await text("Tonight the service rests").waitFor();
      await open();
      await text("Tonight the service rests").waitFor();
      expect(publisher.downloads()).toBe(sent + 1);
      const second = bringIn({});
      await text("Tonight the service rests").waitFor({ state: "detached" });
      await reported(`${PACK} ${first} installed`, `${PACK} ${second} installed`);
    });

    it("appears though it was published while the stream of events was opening", async () => {
      const { page } = learner;
      const stream = "**/api/realtime/events?**";
      const mayOpen = Promise.withResolvers<void>();
      await page.route(stream, async (route) => {
        await mayOpen.promise;
        await route.continue();
      });
      await open();
      const version = publish({ "home-top": [note("late", "Nobody announced this")] });
      mayOpen.resolve();
      await text("Nobody announced this").waitFor();
      await page.unroute(stream);
      const next = bringIn({});
      await text("Nobody announced this").waitFor({ state: "detached" });
      await reported(`${PACK} ${version} installed`, `${PACK} ${next} installed`);
    });

    // Today is empty for a learner who has not chosen a book yet.
    it("is shown in its four slots, legible in both themes, on a desktop and a phone", async () => {
      const { page } = learner;
      const version = bringIn(everywhere);
      for (const name of Object.keys(everywhere)) await place(name).waitFor();
      await reported(`${PACK} ${version} installed`);
      for (const [size, width, height] of views) {
        await page.setViewportSize({ width, height });
        const overflow = "document.documentElement.scrollWidth > innerWidth";
        await expect.poll(() => page.evaluate(overflow), { message: size }).toBe(false);
        expect(await axeInBothThemes(page), size).toEqual([]);
        if (PHOTOGRAPHS === undefined) continue;
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          mkdirSync(PHOTOGRAPHS, { recursive: true });
          await page.screenshot({
            path: join(PHOTOGRAPHS, `slots-${size}-${colorScheme}.png`),
            fullPage: true,
          });
        }
      }
      expect(learner.faults).toEqual([]);
      await page.setViewportSize(look);
    });

    it("stays dismissed, by keyboard, even in a later version", async () => {
      const { page } = learner;
      const content = {
        "global-announcement": [note("quiet", "Quiet hours"), note("summer", "Summer break")],
      };
      await goTo(page, "/words");
      bringIn(content);
      await text("Quiet hours").waitFor();
      await page.getByRole("button", { name: "Don’t show again" }).first().focus();
      await page.keyboard.press("Enter");
      await text("Quiet hours").waitFor({ state: "detached" });
      publish({ ...content, "home-top": [note("week", "Reading week")] });
      await open();
      await text("Reading week").waitFor();
      await text("Summer break").waitFor();
      expect(await text("Quiet hours").count()).toBe(0);
    });

    it("links to screens of the app, and nowhere else", async () => {
      const { page } = learner;
      const content = [
        note("books", "To the books", { kind: "entry", deeplink: "wordloom://tab/wordbooks" }),
        note("shop", "To a shop", { kind: "entry", deeplink: "https://shop.example/" }),
      ];
      await goTo(page, "/");
      bringIn({ "home-top": content });
      await text("To a shop").waitFor();
      await expect
        .poll(() => place("home-top").getByRole("button", { name: "Open" }).isDisabled())
        .toBe(true);
      await place("home-top").getByRole("link", { name: "Open" }).click();
      await page.waitForURL("**/books");
    });

    it("is text, whatever it looks like, and loads no picture of another host", async () => {
      const { page } = learner;
      const asked: string[] = [];
      await learner.context.route("https://**", (route) => {
        asked.push(route.request().url());
        return route.abort();
      });
      const markup = `<img src=x onerror="document.title='hacked'"><script>1</script>`;
      const item = note("markup", markup, { body: markup, imageUrl: "https://img.example/a.png" });
      await goTo(page, "/");
      bringIn({ "home-top": [item] });
      await text(markup).first().waitFor();
      await place("home-top").locator("img").waitFor({ state: "detached" });
      expect(await page.title()).not.toBe("hacked");
      expect(asked).toEqual([]);
      expect(learner.faults.splice(0)).toEqual([expect.stringContaining("img.example")]);
      await learner.context.unroute("https://**");
    });

    it("is switched off by another pack's flag, and on again without it", async () => {
      await goTo(learner.page, "/");
      publisher.publish("app-config", "1.0.0", {
        schema: 1,
        flags: { announcements_enabled: false },
      });
      announce("1.0.0", "app-config");
      await reported("app-config 1.0.0 installed");
      const version = bringIn({ "home-top": [note("hello", "Hello")] });
      await reported(`${PACK} ${version} installed`);
      expect(await text("Hello").count()).toBe(0);
      publisher.withdraw("app-config");
      announce("1.0.0", "app-config");
      await text("Hello").waitFor();
    });
  });

  describe("content that was not signed by the service", () => {
    it("is refused and reported, and the old content stays", async () => {
      const sent = publisher.downloads();
      const good = bringIn({ "home-top": [note("a", "Genuine")] });
      await text("Genuine").waitFor();
      const forged = slots({ "home-top": [note("b", "Forged!")] });
      const bad = publish({ "home-top": [note("b", "Newer!!")] });
      publisher.tamper(PACK, forged);
      announce(bad);
      await reported(`${PACK} ${good} installed`, `${PACK} ${bad} verify_failed`);
      await open();
      await text("Genuine").waitFor();
      expect(await text("Forged!").count()).toBe(0);
      expect(publisher.downloads()).toBe(sent + 2);
    });

    it("is not shown when it was changed in the browser, but the previous version is", async () => {
      const { page } = learner;
      const earlier = bringIn({ "home-top": [note("a", "Earlier")] });
      await text("Earlier").waitFor();
      const later = bringIn({ "home-top": [note("b", "Later")] });
      await text("Later").waitFor();
      await page.evaluate(changeKeptPack, [`wordloom-${learner.id}`, `pack ${PACK}`] as const);
      publisher.publish(PACK, earlier, slots({ "home-top": [note("a", "Earlier")] }));
      await open();
      await text("Earlier").waitFor();
      const reports = [
        `${PACK} ${earlier} installed`,
        `${PACK} ${later} installed`,
        `${PACK} ${later} rollback`,
      ];
      await reported(...reports);
    });

    it("is refused if its key came after the first one", async () => {
      const good = bringIn({ "home-top": [note("a", "Genuine")] });
      await text("Genuine").waitFor();
      publisher.replaceKeys();
      const bad = bringIn({ "home-top": [note("b", "Of another key")] });
      await reported(`${PACK} ${good} installed`, `${PACK} ${bad} verify_failed`);
      await expect.poll(() => text("Genuine").count()).toBe(1);
    });
  });
});

const views = [
  ["desk", 1280, 900],
  ["phone", 390, 844],
] as const;

/** Content at its fullest: long texts, a warning, colors, links, another script. */
const everywhere = {
  "global-announcement": [
    note("night", "Maintenance tonight from 22:00 to 23:00", {
      kind: "banner",
      level: "warning",
      body: "Go on learning without a connection: your answers are kept and sent afterwards.",
    }),
  ],
  "update-notice": [
    note("new", "What is new: practice of words about to be lost", {
      body: "You find it under Progress.\nThe words come as soon as there are any.",
      deeplink: "wordloom://tab/stats",
    }),
  ],
  "home-top": [
    note("contest", "Our reading week begins on Monday", {
      kind: "banner",
      gradientStart: "#7a4fd0",
      gradientEnd: "#f2c14e",
      body: "Twenty minutes a day, with everybody in the house. ".repeat(3),
      deeplink: "wordloom://review/flashcard",
    }),
    note("zh", "本周新词书：雅思核心词汇", { kind: "tip", dismissible: false }),
  ],
  "home-empty": [
    note("empty", "Nothing to do?", {
      kind: "empty-state",
      body: "Choose a second book: three new ones are there.",
      deeplink: "wordloom://tab/wordbooks",
      dismissible: false,
    }),
  ],
};

/** Runs in the page: changes one byte of the current version, like a disk fault. */
async function changeKeptPack([name, key]: readonly [string, string]): Promise<void> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await done(indexedDB.open(name));
  const kept = await done(database.transaction("meta").objectStore("meta").get(key));
  kept.current.bytes[20] ^= 1;
  await done(database.transaction("meta", "readwrite").objectStore("meta").put(kept, key));
  database.close();
}
