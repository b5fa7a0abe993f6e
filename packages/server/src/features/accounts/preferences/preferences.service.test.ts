import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../../platform/database/tables.ts";
import {
  closeCleanDatabase,
  openCleanDatabase,
} from "@wordloom/testing/databases/database-cleaner";
import { dayRulesIn, dayRulesOf, listDayRules, preferencesOf } from "./preferences.service.ts";

let database: Database;
beforeEach(async () => {
  database = await openCleanDatabase();
  const row = { user_id: "u1", sound_enabled: 0, time_zone: "Asia/Tokyo", day_start_hour: 4 };
  await database.insertInto("preferences").values(row).execute();
  const withoutZone = { user_id: "u2", time_zone: null, day_start_hour: 2 };
  await database.insertInto("preferences").values(withoutZone).execute();
});
afterAll(closeCleanDatabase);

describe("preferencesOf", () => {
  it("returns the stored preferences", async () => {
    expect(await preferencesOf(database, "u1")).toEqual({
      theme: "system",
      language: "en",
      notificationEnabled: true,
      soundEnabled: false,
      timeZone: "Asia/Tokyo",
      dayStartHour: 4,
    });
  });

  it("returns the defaults for a learner without preferences", async () => {
    expect(await preferencesOf(database, "u9")).toEqual({
      theme: "system",
      language: "en",
      notificationEnabled: true,
      soundEnabled: true,
      timeZone: null,
      dayStartHour: 0,
    });
  });
});

describe("day rules", () => {
  it("fall back to the operator's zone", async () => {
    expect(await dayRulesOf(database, "u1", "Europe/Rome")).toEqual({
      timeZone: "Asia/Tokyo",
      dayStartHour: 4,
    });
    expect(await dayRulesOf(database, "u2", "Europe/Rome")).toEqual({
      timeZone: "Europe/Rome",
      dayStartHour: 2,
    });
  });

  it("are listed for every requested learner", async () => {
    const rules = await listDayRules(database, ["u1", "u2", "u9"], "Europe/Rome");
    expect(Object.fromEntries(rules)).toEqual({
      u1: { timeZone: "Asia/Tokyo", dayStartHour: 4 },
      u2: { timeZone: "Europe/Rome", dayStartHour: 2 },
      u9: { timeZone: "Europe/Rome", dayStartHour: 0 },
    });
  });

  it("are UTC days for a learner who is not listed", async () => {
    const rules = await listDayRules(database, ["u1"], "Europe/Rome");
    expect(dayRulesIn(rules, "u1")).toEqual({ timeZone: "Asia/Tokyo", dayStartHour: 4 });
    expect(dayRulesIn(rules, "u2")).toEqual({ timeZone: "UTC", dayStartHour: 0 });
  });
});
