import { afterAll, expect, it } from "vitest";
import { silentLog } from "../../../platform/observability/log.ts";
import { buildTestApp, onlyFeature } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { addDevice } from "@wordloom/testing/content/devices";
import { checkReport, saveReport } from "./telemetry.service.ts";

const headers = { deviceId: "d1", platform: "web", appVersion: "1.2.3" };
const device = { timezone: "UTC", model: "M" };
const report = {
  eventType: "session_start",
  clientTs: "2026-05-01T12:00:00Z",
  payload: { device },
};

afterAll(closeCleanDatabase);

it("logs what a blocking strict mode would refuse, once per device", async () => {
  const lines: object[] = [];
  const warn = (fields: object) => void lines.push(fields);
  const app = await buildTestApp({
    features: onlyFeature({}),
    settings: { STRICT_MODE_ENABLED: "true" },
    log: { ...silentLog, warn },
  });
  const { id } = await app.learner();
  const learner = { kind: "learner", id, sessionId: "s" } as const;
  for (const deviceId of ["d1", "d2"]) await addDevice(app, deviceId, { owner: id });
  for (const deviceId of ["d1", "d1", "d2"]) {
    await checkReport(app.deps, learner, { ...headers, deviceId }, report);
  }
  expect(lines).toEqual([
    { deviceId: "d1", fault: "MISSING_LANGUAGE" },
    { deviceId: "d1", fault: "MISSING_DEVICE_FINGERPRINT" },
    { deviceId: "d2", fault: "MISSING_LANGUAGE" },
    { deviceId: "d2", fault: "MISSING_DEVICE_FINGERPRINT" },
  ]);
  await app.close();
});

it("updates the registered device only after a change", async () => {
  const app = await buildTestApp({ features: onlyFeature({}) });
  const { id } = await app.learner();
  const learner = { kind: "learner", id, sessionId: "s" } as const;
  await addDevice(app, "d1", { owner: id });
  await saveReport(app.deps, await checkReport(app.deps, learner, headers, report));
  const { database } = app.deps;
  await database.updateTable("devices").set({ model: "unchanged" }).execute();
  await saveReport(app.deps, await checkReport(app.deps, learner, headers, report));
  const modelOf = async () =>
    (await database.selectFrom("devices").select("model").executeTakeFirst())?.model;
  expect(await modelOf()).toBe("unchanged");
  const updated = { ...headers, appVersion: "1.2.4" };
  await saveReport(app.deps, await checkReport(app.deps, learner, updated, report));
  expect(await modelOf()).toBe("M");
  await app.close();
});
