import { describe, expect, it } from "vitest";
import { Email, Password, Username } from "./auth.ts";

/** An address of 254 characters. */
const longest = `ab@${`${"d".repeat(60)}.`.repeat(4)}sub.org`;

/** CPU time that this thread has used, milliseconds; other processes may be running beside it. */
const usedMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

describe("Email", () => {
  it.each([
    ["a@b.c", "a@b.c"],
    ["  Ada.Love_lace+1-x@Example.CO.UK ", "ada.love_lace+1-x@example.co.uk"],
    [`${"l".repeat(64)}@x.org`, `${"l".repeat(64)}@x.org`],
    [longest, longest],
    ["x@1.2", "x@1.2"],
  ])("takes %j as %j", (text, email) => {
    expect(Email.parse(text)).toBe(email);
  });

  it.each([
    "",
    "a",
    "a@b",
    "@b.c",
    "a@.c",
    "a@b.",
    "a@b..c",
    "a@b@c.d",
    ".a@b.c",
    "a.@b.c",
    "a..b@c.d",
    "a@-b.c",
    "a@b-.c",
    "a b@c.d",
    "a@b c.d",
    "ä@b.c",
    '"a"@b.c',
    "a@[127.0.0.1]",
    `${"l".repeat(65)}@x.org`,
    `${longest}m`,
    `a@${"d".repeat(64)}.org`,
    "a@b.c\nbcc:x@y.z",
  ])("refuses %j", (text) => {
    expect(Email.safeParse(text).success).toBe(false);
  });

  it("checks a long hostile text quickly", () => {
    const before = usedMs();
    expect(Email.safeParse(`${"a.".repeat(500_000)}@`).success).toBe(false);
    expect(Email.safeParse(`a@${"a-".repeat(500_000)}`).success).toBe(false);
    expect(usedMs() - before).toBeLessThan(500);
  });
});

describe("Username", () => {
  it.each(["ab", "王芳", "Ada_L-1 x", "𠮷野", "é".repeat(50)])("takes %j", (name) => {
    expect(Username.safeParse(name).success).toBe(true);
  });

  it.each(["", "a", " a ", "𠮷", "a\tb", "a<b", "a\r\nb", "a.b", "x".repeat(51), "a\u0000b"])(
    "refuses %j",
    (name) => {
      expect(Username.safeParse(name).success).toBe(false);
    },
  );

  it("trims", () => {
    expect(Username.parse("  ada  ")).toBe("ada");
  });
});

describe("Password", () => {
  it.each(["Passw0rd", "Pass word 1", "Ünicod3é", `Aa1${"x".repeat(253)}`])("takes %j", (text) => {
    expect(Password.safeParse(text).success).toBe(true);
  });

  it.each(["", "Passw0r", "passw0rd", "PASSW0RD", "Password", `Aa1${"x".repeat(254)}`])(
    "refuses %j",
    (text) => {
      expect(Password.safeParse(text).success).toBe(false);
    },
  );
});
