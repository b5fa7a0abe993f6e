import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { afterFirst } from "../../../testing/app/after-first.ts";
import { openAccountNeeds, type AccountNeeds } from "../../../testing/app/account-needs.ts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { forgetSystemSettings, readSystemSettings, storeSetting } from "./settings.service.ts";

let needs: AccountNeeds;
beforeEach(async () => {
  needs = await openAccountNeeds({ JWT_EXPIRES_IN_HOURS: "3" });
});
afterEach(() => needs.close());
afterAll(closeCleanDatabase);

describe("readSystemSettings", () => {
  it("returns the defaults, including those from the environment", async () => {
    expect(await readSystemSettings(needs)).toMatchObject({
      max_users: 10_000,
      registration_enabled: true,
      default_daily_words: 20,
      wordbook_center_url: "",
      access_token_hours: 3,
      refresh_token_days: 30,
      admin_token_hours: 2,
      admin_remember_days: 30,
    });
  });

  it("prefers a stored value, after a second or when the cache is cleared", async () => {
    await readSystemSettings(needs);
    await storeSetting(needs.database, "max_users", 5, 1);
    expect(await readSystemSettings(needs)).toMatchObject({ max_users: 10_000 });
    needs.wait(1_000);
    expect(await readSystemSettings(needs)).toMatchObject({ max_users: 5 });
    await storeSetting(needs.database, "max_users", 6, 2);
    forgetSystemSettings(needs);
    expect(await readSystemSettings(needs)).toMatchObject({ max_users: 6 });
  });

  it("does not cache values read before a change", async () => {
    const whileReading = afterFirst(async () => forgetSystemSettings(slow));
    const slow = { ...needs, database: needs.database.withPlugin(whileReading) };
    await readSystemSettings(slow);
    await storeSetting(needs.database, "max_users", 7, 1);
    expect(await readSystemSettings(slow)).toMatchObject({ max_users: 7 });
  });

  it.each([
    ["01.6.0", "1.6.0"],
    ["v1.06.0-rc.01", "1.6.0-rc.1"],
    ["v1.6.0", "v1.6.0"],
    ["1.6", "1.6.0"],
  ])("reads the minimum version %s of an earlier release as %s", async (stored, read) => {
    await storeSetting(needs.database, "min_client_version", stored, 1);
    expect(await readSystemSettings(needs)).toMatchObject({ min_client_version: read });
  });

  it("ignores invalid rows and rows of other versions", async () => {
    const rows = [
      { key: "no_such_setting", value_json: "1", updated_at_ms: 0 },
      { key: "max_users", value_json: '"many"', updated_at_ms: 0 },
      { key: "toString", value_json: "1", updated_at_ms: 0 },
    ];
    await needs.database.insertInto("system_settings").values(rows).execute();
    expect(await readSystemSettings(needs)).toMatchObject({ max_users: 10_000 });
    expect(Object.keys(await readSystemSettings(needs))).not.toContain("no_such_setting");
  });
});
