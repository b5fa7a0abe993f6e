import { afterAll, beforeAll, describe, expect } from "vitest";
import type { RouteModule } from "../../../platform/http/route.ts";
import { openLocalWeb, type LocalPage, type LocalWeb } from "@wordloom/testing/neighbors/local-web";
import { scenarios, type Scenario } from "../../../testing/app/scenarios.ts";
import { wordsRoutes } from "../words/words.routes.ts";
import { wordImportsRoutes } from "./word-imports.routes.ts";

const PATH = "/api/words/import-url";
const MB_10 = 10 * 1024 * 1024;
const refused = (code: string) => ({ status: 400, body: { success: false, code } });

/** Imports from loopback addresses are always refused. The test's own server is an exception. */
const loopbackRoutes: RouteModule = (mount, deps) => {
  const { fetch } = deps.outbound;
  const outbound: typeof deps.outbound = {
    ...deps.outbound,
    fetch: (url, limits) => fetch(url, { ...limits, allowPrivate: true }),
  };
  wordsRoutes(mount, deps);
  wordImportsRoutes(mount, { ...deps, outbound });
};

let web: LocalWeb;
beforeAll(async () => void (web = await openLocalWeb()));
afterAll(() => web.close());

/** A scenario in which an administrator imports this file. */
const imports = (page?: LocalPage) =>
  ({
    as: "admin",
    send: () => {
      web.pages.clear();
      if (page !== undefined) web.pages.set("/words.txt", page);
      return ["POST", PATH, { url: `${web.url}/words.txt` }];
    },
  }) satisfies Partial<Scenario>;

/** A file of this length: a long comment and a word. */
const long = (bytes: number) => {
  const file = Buffer.alloc(bytes, "-");
  file.write("#");
  file.write("\napple\n", bytes - 7);
  return file;
};

const many = (count: number) => Array.from({ length: count }, (_, n) => `word${n}\tm`).join("\n");

const brokenOff: LocalPage = (response) => {
  response.writeHead(200, { "content-length": "100" });
  response.write("apple\t", () => response.destroy());
};

describe("POST /api/words/import-url", () => {
  scenarios(loopbackRoutes, {
    "adds the words of a file": {
      ...imports("# fruit\napple\t苹果\npear - 梨\nplum"),
      status: 201,
      body: { data: { imported: 3, items: [{ text: "apple", meaning: "苹果" }, {}, {}] } },
    },
    "says how many words have no meaning": {
      ...imports("apple\t苹果\nplum\npear\tn."),
      status: 201,
      body: { data: { imported: 3, withoutMeaning: 2 } },
    },
    "adds 5000 words": {
      ...imports(many(5_000)),
      status: 201,
      body: { data: { imported: 5_000 } },
    },
    "refuses 5001 words": { ...imports(many(5_001)), ...refused("IMPORT_TOO_LARGE") },
    "reads 10 MB": {
      ...imports(long(MB_10)),
      status: 201,
      body: { data: { imported: 1 } },
    },
    "reads no more than 10 MB": {
      ...imports(long(MB_10 + 1)),
      ...refused("IMPORT_TOO_LARGE"),
    },
    "reports a missing file": { ...imports(), ...refused("IMPORT_FETCH_FAILED") },
    "reports an incomplete reply": { ...imports(brokenOff), ...refused("IMPORT_READ_FAILED") },
    "refuses the whole file if a word exceeds the limits": {
      ...imports(`fine\n${"x".repeat(201)}`),
      ...refused("WORDS_INVALID_PAYLOAD"),
      after: async ({ send, a1 }) => {
        const { body } = await send("GET", "/api/words/count", a1);
        expect(body.data.total).toBe(0);
      },
    },
  });
});
