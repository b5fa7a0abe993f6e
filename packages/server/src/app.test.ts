import * as contract from "@wordloom/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "./app.ts";
import { features } from "./features.ts";
import { silentLog } from "./platform/log.ts";
import { testSettings } from "./platform/settings.ts";
import { buildTestApp, type TestApp } from "./testing/build-test-app.ts";
import { closeCleanDatabase } from "./testing/database-cleaner.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(async () => {
  await app.close();
  await closeCleanDatabase();
});

const nameOf = ({ method, path }: contract.Endpoint) => `${method} ${path}`;

describe("the app", () => {
  it("has every endpoint of the contract in service, and no other", () => {
    const promised = contract.endpointsOf(contract).map(nameOf).toSorted();
    expect(app.mounted().map(nameOf).toSorted()).toEqual(promised);
  });

  it("lists its features in order, each once", () => {
    const names = features.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)].toSorted());
  });

  it("asks for sign-in wherever the contract does", async () => {
    for (const endpoint of app.mounted().filter(({ access }) => access !== "none")) {
      const reply = await app.send(endpoint.method, endpoint.path.replace(/:\w+/g, "x"));
      expect(reply.status, nameOf(endpoint)).toBe(401);
      expect(reply.body.code).toBe("AUTH_UNAUTHORIZED");
      app.clock.advance(60_000);
    }
  });
});

it("opens its own database, listens, and closes everything", async () => {
  const settings = testSettings({});
  const own = await buildApp({ settings, log: silentLog });
  const { port } = await own.listen();
  expect(own.jobs.started).toBe(true);
  expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
  await own.close();
  expect(own.jobs.started).toBe(false);
  await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow();
});
