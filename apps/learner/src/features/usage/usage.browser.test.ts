import { appEventVocabulary, type KnownAppEvent } from "@wordloom/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goTo } from "@wordloom/testing/browser/pages";
import { inPageOfItsOwn, newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { byKeys, chooseStarterBook, recognizing, study } from "../../../testing/study.ts";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const desktop = { width: 1280, height: 800 };

/** Every call by which the app reports its use. */
function callsOf({ page }: Learner): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/telemetry(\/app-events|\/error)?$/.test(request.url())) calls.push(request.url());
  });
  return calls;
}

const eventsOf = ({ id }: Learner) =>
  service.app.deps.database
    .selectFrom("app_events")
    .where("user_id", "=", id)
    .select(["name", "props_json"])
    .orderBy("seq")
    .execute();

const reportsOf = ({ id }: Learner) =>
  service.app.deps.database
    .selectFrom("telemetry_reports")
    .where("user_id", "=", id)
    .select(["event_type", "request_id", "current_route", "device_json"])
    .execute();

/** Requests a report as an operator. The app has received the request when `until` settles. */
async function ask(learner: Learner, requestId: string): Promise<void> {
  const deviceId = await learner.page.evaluate(() => localStorage.getItem("wordloom.device"));
  const { events } = service.app.deps;
  const device = JSON.parse(deviceId ?? '""') as string;
  await expect.poll(() => events.isOnline(learner.id, device)).toBe(true);
  events.toDevice(learner.id, device, { type: "telemetry_request", requestId });
}

const hide = (learner: Learner) =>
  learner.page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true });
  });

/** Each test continues from the state the previous one left. */
describe("the switch for usage reports", () => {
  let learner: Learner;
  beforeAll(async () => {
    learner = await inPageOfItsOwn(await newLearner(service, desktop));
    await chooseStarterBook(learner, recognizing);
  });
  handOnAfterAll(() => [learner]);

  it("is off at first: not a single request, even when the service asks", async () => {
    const calls = callsOf(learner);
    await learner.page.goto("/study");
    await study(learner, byKeys(learner.page), { answers: 1 });
    await ask(learner, "unanswered");
    await goTo(learner.page, "/progress");
    await hide(learner);
    await goTo(learner.page, "/");
    expect(calls).toEqual([]);
    expect([await eventsOf(learner), await reportsOf(learner)]).toEqual([[], []]);
  });

  it("reports screens, study and errors by the vocabulary when on, without content", async () => {
    const { page } = learner;
    await goTo(page, "/settings/privacy");
    await page.getByRole("switch", { name: "Share usage data" }).press("Space");
    await page.getByRole("link", { name: "Today" }).first().click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate(() => void setTimeout(() => Promise.reject(new Error("secret word"))));
    await page.getByRole("link", { name: "Words" }).first().click();
    await page.getByRole("heading", { level: 1, name: "Words" }).waitFor();
    await ask(learner, "asked");
    await expect.poll(async () => (await reportsOf(learner)).length).toBe(2);
    const names = async () => {
      await hide(learner);
      return (await eventsOf(learner)).map(({ name }) => name);
    };
    await expect.poll(names).toContain("app_error");
    expect(learner.faults.splice(0)).toEqual(["Error: secret word"]);
    for (const { name, props_json: props } of await eventsOf(learner)) {
      const known = appEventVocabulary[name as KnownAppEvent];
      expect(known.props.strict().safeParse(JSON.parse(props ?? "{}")).success, name).toBe(true);
      expect(props ?? "").not.toContain("secret");
    }
    const screens = (await eventsOf(learner)).filter(({ name }) => name === "screen_view");
    expect(screens.map(({ props_json: props }) => JSON.parse(props ?? "").screen)).toEqual([
      "settings",
      "home",
      "wordbook",
    ]);
    const [started, asked] = await reportsOf(learner);
    expect(started).toMatchObject({ event_type: "session_start", request_id: null });
    expect(asked).toMatchObject({ request_id: "asked", current_route: "wordbook" });
    expect(JSON.parse(asked?.device_json ?? "{}")).toMatchObject({ timezone: "Europe/Berlin" });
  });

  it("reports a startup error from before the usage code loaded", async () => {
    const { page } = learner;
    const errors = async () => (await eventsOf(learner)).filter(({ name }) => name === "app_error");
    const before = (await errors()).length;
    // Runs as soon as there is a document, long before anything is drawn.
    await page.addInitScript(() => {
      document.addEventListener("DOMContentLoaded", () => {
        setTimeout(() => Promise.reject(new TypeError("at the start")));
      });
    });
    await page.goto("/progress");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const more = async () => {
      await hide(learner);
      return (await errors()).length - before;
    };
    await expect.poll(more).toBe(1);
    expect(learner.faults.splice(0)).toEqual(["TypeError: at the start"]);
  });
});
