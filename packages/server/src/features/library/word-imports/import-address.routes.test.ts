import { describe } from "vitest";
import { scenarios, type Scenario } from "../../../testing/app/scenarios.ts";
import { wordImportsRoutes } from "./word-imports.routes.ts";

const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;

describe("POST /api/words/import-url", () => {
  const path = "/api/words/import-url";
  const refusesUrl = (url: unknown): Scenario => ({
    as: "admin",
    send: ["POST", path, { url }],
    status: 400,
    body: refused("IMPORT_INVALID_URL"),
  });
  scenarios(wordImportsRoutes, {
    "refuses a missing url": { as: "admin", send: ["POST", path, {}], ...unreadable },
    "refuses an invalid url": refusesUrl("apple"),
    "refuses other schemes": refusesUrl("file:///etc/passwd"),
    "refuses a loopback address": refusesUrl("http://127.0.0.1:8080/words.txt"),
    "refuses localhost": refusesUrl("http://localhost:8080/words.txt"),
    "refuses a private address": refusesUrl("http://192.168.1.1/words.txt"),
    "refuses the cloud metadata address": refusesUrl("http://169.254.169.254/latest/"),
    "refuses a loopback address even if centers may be in a private network": {
      ...refusesUrl("http://127.0.0.1:8080/words.txt"),
      settings: { WORDBOOK_CENTER_ALLOW_PRIVATE: "true" },
    },
  });
});
