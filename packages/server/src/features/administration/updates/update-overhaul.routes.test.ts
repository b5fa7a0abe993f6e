import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { claimOverhaul, endOverhaul } from "../../../platform/database/overhaul-claim.ts";
import type { Database } from "../../../platform/database/tables.ts";
import {
  openAddressedDatabase,
  type AddressedDatabase,
} from "../../../testing/app/addressed-database.ts";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import {
  applyAndWait,
  openUpdateSite,
  type UpdateSite,
} from "@wordloom/testing/neighbors/update-site";
import { reportUpdate } from "./update-end.service.ts";
import { updatesFeature } from "./updates.feature.ts";

// An update or a restore has exclusive use of the database, among all processes.
const NEW = "v1.4.0";

let place: AddressedDatabase;
let database: Database;
let site: UpdateSite;
let app: TestApp;
beforeAll(async () => void (place = await openAddressedDatabase()));
beforeEach(async () => {
  database = await place.cleaned();
  site = await openUpdateSite();
  const parts = site.parts({}, { DATABASE_URL: place.url });
  app = await buildTestApp({ ...parts, database, features: onlyFeature(updatesFeature) });
});
afterEach(async () => {
  await endOverhaul(place.url);
  await app.close();
  await site.close();
});
afterAll(() => place.close());

const apply = async () => (await applyAndWait(app, await app.admin(), NEW)).accepted;
const refusal = { code: "UPDATE_IN_PROGRESS" };

describe("An update", () => {
  it("is refused while a restore runs, and leaves no lock", async () => {
    site.publish({ tag: NEW });
    await claimOverhaul(place.url);
    const { status, body } = await apply();
    expect({ status, ...body }).toMatchObject({ status: 409, ...refusal });
    expect(existsSync(join(site.installDir, "update.lock"))).toBe(false);
    await endOverhaul(place.url);
    expect((await apply()).status).toBe(202);
  });

  it("lets no restore begin until this process serves again", async () => {
    site.publish({ tag: NEW });
    expect((await apply()).status).toBe(202);
    expect(site.handedOver).toHaveLength(1);
    await expect(claimOverhaul(place.url)).rejects.toMatchObject(refusal);
    await reportUpdate(app.deps);
    await claimOverhaul(place.url);
  });

  it("lets a restore begin once it has failed", async () => {
    site.publish({ tag: NEW, tarball: Buffer.from("no archive") });
    expect((await apply()).status).toBe(202);
    expect(site.handedOver).toEqual([]);
    await claimOverhaul(place.url);
  });
});
