import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { openLocalWeb, type LocalPage, type LocalWeb } from "@wordloom/testing/neighbors/local-web";
import { centerPages, remoteBook, remoteWord } from "@wordloom/testing/neighbors/remote-book";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { useCenter } from "@wordloom/testing/content/use-center";
import { wordbookCenterRoutes } from "./wordbook-center.routes.ts";

// Every endpoint that fetches files reports the same faults of a center in the same way.

const BASE = "/api/wordbook-center";
const MB_50 = 50 * 1024 * 1024;
/** Invalid JSON from its first character on, so that it is rejected quickly. */
const large = Buffer.alloc(MB_50 + 1, "<");
const INDEX = "/index.json";
const BOOK = "/wordbooks/demo.json";
const allowPrivate = { WORDBOOK_CENTER_ALLOW_PRIVATE: "true" };
const refused = (code: string) => ({ status: 400, body: { success: false, code } });

let center: LocalWeb;
beforeAll(async () => void (center = await openLocalWeb()));
afterAll(() => center.close());
beforeEach(() => {
  center.pages.clear();
  const book = remoteBook([remoteWord("apple")]);
  for (const [path, page] of Object.entries(centerPages(book))) center.pages.set(path, page);
});

/**
 * Sets up a center with this file replaced, or removed if undefined. A book to be updated is
 * imported first.
 */
const withFault = (path: string, file: string, page?: LocalPage) => async (app: ScenarioApp) => {
  await useCenter(app, center.url);
  if (path.includes("/updates")) {
    await app.send("POST", `${BASE}/import/demo`, { headers: app.u1.headers });
  }
  if (page === undefined) center.pages.delete(file);
  else center.pages.set(file, page);
};

const brokenOff: LocalPage = (response) => {
  response.writeHead(200, { "content-length": "100" });
  response.write("{", () => response.destroy());
};
const redirect: LocalPage = (response) => {
  response.writeHead(302, { location: "/elsewhere" }).end();
};

/** One scenario for each fault of this file. */
function faults(method: string, path: string, file: string): Record<string, Scenario> {
  const send: Scenario["send"] = () => [method, path, { url: center.url + BOOK }];
  const base = { as: "learner", settings: allowPrivate, send } as const;
  const served = (page?: LocalPage) => ({ ...base, given: withFault(path, file, page) });
  return {
    "reports a missing file": { ...served(), ...refused("WB_CENTER_FETCH_FAILED") },
    "follows no redirect": { ...served(redirect), ...refused("WB_CENTER_FETCH_FAILED") },
    "reports an incomplete reply": { ...served(brokenOff), ...refused("WB_CENTER_READ_FAILED") },
    "reports a reply that is not JSON": {
      ...served("<html>"),
      ...refused("WB_CENTER_PARSE_FAILED"),
    },
    "reports JSON of another form": {
      ...served({ data: 5 }),
      ...refused("WB_CENTER_PARSE_FAILED"),
    },
    ...(testDialect === "sqlite" && {
      // Runs on one database only, because nothing is stored.
      "reads 50 MB": {
        ...served(large.subarray(0, MB_50)),
        ...refused("WB_CENTER_PARSE_FAILED"),
      },
      "reads no more than 50 MB": { ...served(large), ...refused("WB_CENTER_TOO_LARGE") },
    }),
    "connects to this machine only if the operator allows it": {
      ...base,
      settings: {},
      given: async (app) => {
        await useCenter(app, center.url);
        center.requests.length = 0;
      },
      ...refused("WB_CENTER_INVALID_URL"),
      after: () => expect(center.requests).toEqual([]),
    },
  };
}

describe("GET /api/wordbook-center/browse", () => {
  scenarios(wordbookCenterRoutes, { ...faults("GET", `${BASE}/browse`, INDEX) });
});

describe("GET /api/wordbook-center/browse/:id", () => {
  scenarios(wordbookCenterRoutes, { ...faults("GET", `${BASE}/browse/demo`, BOOK) });
});

describe("POST /api/wordbook-center/import/:id", () => {
  scenarios(wordbookCenterRoutes, { ...faults("POST", `${BASE}/import/demo`, BOOK) });
});

describe("POST /api/wordbook-center/import-url", () => {
  scenarios(wordbookCenterRoutes, { ...faults("POST", `${BASE}/import-url`, BOOK) });
});

describe("GET /api/wordbook-center/updates", () => {
  scenarios(wordbookCenterRoutes, { ...faults("GET", `${BASE}/updates`, INDEX) });
});

describe("POST /api/wordbook-center/updates/:id/sync", () => {
  scenarios(wordbookCenterRoutes, { ...faults("POST", `${BASE}/updates/demo/sync`, BOOK) });
});

describe("GET /api/wordbook-center/updates/:id", () => {
  scenarios(wordbookCenterRoutes, { ...faults("GET", `${BASE}/updates/demo`, BOOK) });
});
