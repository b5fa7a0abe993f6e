import { describe, expect, it } from "vitest";
import { credentialOf, credentialOfKind } from "./credentials.ts";

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
    // Invalid, but a header: the cookie must not be used instead.
    ["Bearer", ""],
    ["Bearer ", ""],
    ["Bearer a.b.c, Bearer d.e.f", ""],
    ["Bearer a.b.c d", ""],
    ["Bearer\ta.b.c", ""],
  ])("takes %j over the cookie, as %j", (header, token) => {
    expect(read(header, "from-cookie")).toEqual({ token, from: "header" });
  });

  it("ignores other schemes", () => {
    expect(read("Basic dTpw", "from-cookie")).toEqual({ token: "from-cookie", from: "cookie" });
    expect(read("Basic dTpw")).toBeUndefined();
  });

  it("is undefined without a token", () => {
    expect(read(undefined)).toBeUndefined();
    expect(read(undefined, "")).toBeUndefined();
  });

  it("ignores cookies without a cookie name", () => {
    const request = { header: () => undefined, cookie: () => "from-cookie" };
    expect(credentialOf(request, undefined)).toBeUndefined();
  });
});

describe("credentialOfKind", () => {
  const choose = (authorization: string | undefined, cookie: string | undefined) => {
    const request = { header: () => authorization, cookie: () => cookie };
    return credentialOfKind(request, "refresh_token", (token) => token === "refresh");
  };

  it("takes a header of that kind", () => {
    expect(choose("Bearer refresh", "from-cookie")).toEqual({ token: "refresh", from: "header" });
  });

  it.each(["Bearer access", "Bearer ", "Bearer refresh, Bearer refresh", "Basic dTpw", undefined])(
    "ignores %j and uses the cookie",
    (header) => {
      expect(choose(header, "from-cookie")).toEqual({ token: "from-cookie", from: "cookie" });
      expect(choose(header, undefined)).toBeUndefined();
    },
  );
});
