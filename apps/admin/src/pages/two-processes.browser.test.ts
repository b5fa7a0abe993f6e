import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAdmin } from "@wordloom/testing/content/accounts";
import { findPostgres } from "@wordloom/testing/databases/postgres-binaries";
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
} from "@wordloom/testing/databases/postgres-databases";
import { startPostgres } from "@wordloom/testing/databases/postgres-server";
import { findRedis, startRedis } from "@wordloom/testing/databases/redis-server";
import { createDataDirectory, startServerProcess } from "@wordloom/testing/process/server-process";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { goTo } from "@wordloom/testing/browser/pages";
import { signUp } from "@wordloom/testing/browser/learners";
import { openService } from "@wordloom/testing/service/web-service";
import { openConsole } from "../../testing/admins.ts";
import { visitsOfEachTest } from "@wordloom/testing/browser/visits-of-tests";

// Two real processes with one PostgreSQL and one Redis: an administrator's act in one is visible in
// the other, in the console and in the learner app. One process is that of the tests, where the
// service is already loaded; the other is started. Skipped without the two programs, which
// vitest.config.ts reports.

const [postgresSource, redisSource] = [findPostgres(process.env), findRedis(process.env)];
const canRun = postgresSource !== undefined && redisSource !== undefined;
/** Milliseconds; the speed of the processes depends on the load of the machine. */
const timeout = 90_000;
/** Closed in reverse order. */
const opened: (() => Promise<unknown>)[] = [];
const visits = visitsOfEachTest();

/** @returns the administrator, and the two processes */
async function openPlace() {
  if (postgresSource === undefined || redisSource === undefined) throw new Error("not skipped");
  const postgres = await startPostgres(postgresSource);
  opened.push(() => postgres.stop());
  const redis = await startRedis(redisSource);
  opened.push(() => redis.stop());
  const name = await createDatabase(postgres.url, "template0");
  opened.push(() => dropDatabase(postgres.url, name));
  const shared = { DATABASE_URL: databaseUrl(postgres.url, name), REDIS_URL: redis.url };
  const here = await openService(
    { ...shared, STARTER_WORDBOOKS: "false" },
    // By default, tests run heavy reads in this thread, which works only with SQLite.
    { readsApart: true },
  );
  opened.push(() => here.close());
  const directory = await createDataDirectory();
  opened.push(directory.remove);
  const { JWT_SECRET, REFRESH_JWT_SECRET, ADMIN_JWT_SECRET } = testSettings();
  const there = await startServerProcess({
    ...shared,
    JWT_SECRET,
    REFRESH_JWT_SECRET,
    ADMIN_JWT_SECRET,
    DATA_DIR: directory.path,
    API_ONLY: "false",
  });
  opened.push(() => there.kill());
  const admin = await addAdmin(here.app.deps, "admin", "super_admin");
  return { admin, here, there };
}

describe.runIf(canRun)("the console of one process", () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  beforeAll(async () => {
    place = await openPlace();
  });
  afterAll(async () => {
    for (const end of opened.splice(0).toReversed()) await end();
  });

  it("shows acts of the other process on learners and settings", { timeout }, async () => {
    const { admin, here, there } = place;
    const learner = await signUp(there.url);
    const [mine, other] = [await openConsole(here.url, admin), await openConsole(there.url, admin)];
    visits.push(learner, mine, other);
    const working = learner.page.getByRole("heading", { name: "Down for maintenance" });
    await learner.page.goto("/");
    // The page before had a stream, too, which may close late.
    await expect.poll(() => here.app.deps.events.learnerStreams()).toBe(1);

    await mine.page.goto("/admin/settings?part=maintenance");
    await mine.page.getByRole("button", { name: "Start maintenance…" }).click();
    await mine.page.getByText(/1 app is open/).waitFor();
    await mine.page.getByRole("button", { name: "Start", exact: true }).click();
    await working.waitFor();
    await other.page.goto("/admin/settings?part=maintenance");
    await other.page.getByRole("button", { name: "End maintenance" }).click();
    await working.waitFor({ state: "detached" });

    await goTo(mine.page, "/admin/settings");
    await mine.page.getByLabel("New words per day").fill("25");
    await mine.page.getByRole("button", { name: "Save" }).click();
    await mine.page.getByText("Settings saved.").first().waitFor();
    await other.page.goto("/admin/settings");
    await other.page.getByText(`Set by ${admin.email} on`).first().waitFor();
    await expect.poll(() => other.page.getByLabel("New words per day").inputValue()).toBe("25");

    await goTo(mine.page, `/admin/users/${learner.id}`);
    await mine.page.getByRole("button", { name: /^Actions for/ }).click();
    await mine.page.getByRole("menuitem", { name: "Ban…" }).click();
    await mine.page.getByText(/closes 1 open app/).waitFor();
    await mine.page.getByRole("button", { name: "Ban", exact: true }).click();
    await learner.page.waitForURL("**/welcome**");
    await goTo(other.page, "/admin/audit");
    for (const action of ["Learner banned", "Settings changed"]) {
      await other.page.getByRole("rowheader", { name: action }).first().waitFor();
    }
  });
});
