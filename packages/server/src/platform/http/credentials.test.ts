import { describe, expect, it } from "vitest";
import { credentialOf } from "./credentials.ts";

function read(authorization: string | undefined, cookie?: string) {
  return credentialOf(
    {
      header: (name) => (name === "authorization" ? authorization : undefined),
      cookie: (name) => (name === "token" ? cookie : undefined),
    },
    "token",
  );
}

describe("credentialOf", () => {
  it.each([
    ["Bearer a.b.c", "a.b.c"],
    ["bearer a.b.c", "a.b.c"],
    ["BEARER   a.b.c", "a.b.c"],
    // Unusable, yet a header: the cookie must not step in.
    ["Bearer", ""],
    ["Bearer ", ""],
    ["Bearer a.b.c, Bearer d.e.f", ""],
    ["Bearer a.b.c d", ""],
    ["Bearer\ta.b.c", ""],
  ])("takes %j over the cookie, as %j", (header, token) => {
    expect(read(header, "from-cookie")).toEqual({ token, from: "header" });
  });

  it("leaves other schemes to others", () => {
    expect(read("Basic dTpw", "from-cookie")).toEqual({ token: "from-cookie", from: "cookie" });
    expect(read("Basic dTpw")).toBeUndefined();
  });

  it("finds nothing where there is nothing", () => {
    expect(read(undefined)).toBeUndefined();
    expect(read(undefined, "")).toBeUndefined();
  });

  it("looks at no cookie when there is none for this kind", () => {
    const request = { header: () => undefined, cookie: () => "from-cookie" };
    expect(credentialOf(request, undefined)).toBeUndefined();
  });
});
