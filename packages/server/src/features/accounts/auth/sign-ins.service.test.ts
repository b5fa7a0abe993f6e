import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RequestFacts } from "../../../platform/http/route.ts";
import { openAccountNeeds, type AccountNeeds } from "../../../testing/app/account-needs.ts";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import type { SignedIn } from "./sign-ins.service.ts";
import { signInReply } from "./sign-ins.service.ts";

const HOUR = 3_600_000;

let needs: AccountNeeds;
let warnings: [fields: object, message: string][];
beforeEach(async () => {
  needs = await openAccountNeeds({ CORS_ORIGIN: "https://app.example" });
  warnings = [];
});
afterEach(() => needs.close());
afterAll(closeCleanDatabase);

const signedIn = {
  user: { id: "u1" },
  accessToken: "access",
  refreshToken: "refresh",
  lifetimes: { accessMs: HOUR, refreshMs: HOUR },
} as SignedIn;

/** Number of cookies sent to a page. */
function cookiesFor(page: Record<string, string>): number {
  const headers: Record<string, string> = { host: "own.org", ...page };
  const request = { secure: false, header: (name: string) => headers[name] } as RequestFacts;
  const warn = (fields: object, message: string) => void warnings.push([fields, message]);
  return signInReply({ ...needs, log: { ...needs.log, warn } }, request, signedIn).cookies.length;
}

describe("signInReply", () => {
  it("warns when the origin gets no cookies, naming the setting that would allow it", () => {
    expect(cookiesFor({ origin: "https://study.example" })).toBe(0);
    expect(warnings).toEqual([
      [{ origin: "https://study.example" }, expect.stringContaining("CORS_ORIGIN")],
    ]);
  });

  it("warns once an hour for each origin", () => {
    for (const origin of ["https://a.example", "https://b.example", "https://a.example"]) {
      cookiesFor({ origin });
    }
    expect(warnings.map(([fields]) => fields)).toEqual([
      { origin: "https://a.example" },
      { origin: "https://b.example" },
    ]);
    needs.wait(HOUR - 1);
    cookiesFor({ origin: "https://a.example" });
    expect(warnings).toHaveLength(2);
    needs.wait(1);
    cookiesFor({ origin: "https://a.example" });
    expect(warnings.at(-1)?.[0]).toEqual({ origin: "https://a.example" });
    expect(warnings).toHaveLength(3);
  });

  it.each([{ origin: "null" }, { "sec-fetch-site": "cross-site" }, { origin: "not an origin" }])(
    "names no setting for %j, which hides the origin",
    (page) => {
      expect(cookiesFor(page)).toBe(0);
      expect(warnings).toEqual([[{ origin: "hidden" }, expect.not.stringContaining("CORS")]]);
    },
  );

  it.each([{ origin: "https://app.example" }, { origin: "http://own.org" }, {}])(
    "sends both cookies to %j and logs nothing",
    (page) => {
      expect(cookiesFor(page)).toBe(2);
      expect(warnings).toEqual([]);
    },
  );
});
