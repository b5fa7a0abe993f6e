import { Email, Password, Username } from "@wordloom/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokenPasswordRules, emailFault, usernameFault } from "./account-rules.ts";

/** Texts of these characters, so that many are valid and many nearly so. */
const textOf = (signs: string, maxLength: number) =>
  fc.array(fc.constantFrom(...signs), { maxLength }).map((list) => list.join(""));

describe("rules of an account", () => {
  it("agree with the service on email addresses", () => {
    const address = fc
      .tuple(textOf("aB0.+-_ 字", 66), textOf("aZ09-._", 12), textOf("ac-9", 4))
      .map(([local, domain, end]) => `${local}@${domain}.${end}`);
    fc.assert(
      fc.property(fc.oneof(address, textOf("a@. ", 8)), (text) => {
        expect(emailFault(text) === undefined).toBe(Email.safeParse(text).success);
      }),
      { numRuns: 2_000 },
    );
  });

  it("agree with the service on names", () => {
    fc.assert(
      fc.property(textOf("aZ9 _-!字😀é\u0301\u0940प\u094d\u200d\u200cعل", 54), (text) => {
        expect(usernameFault(text) === undefined).toBe(Username.safeParse(text).success);
      }),
      { numRuns: 2_000 },
    );
  });

  it("agree with the service on passwords", () => {
    const long = fc.integer({ min: 250, max: 260 }).map((length) => "aA1".padEnd(length, "x"));
    fc.assert(
      fc.property(fc.oneof(textOf("aZ9!Éß", 12), long), (text) => {
        expect(brokenPasswordRules(text).length === 0).toBe(Password.safeParse(text).success);
      }),
      { numRuns: 2_000 },
    );
  });

  it("explain the fault of a name", () => {
    expect(usernameFault("  ")).toBe("empty");
    expect(usernameFault("a")).toBe("username_short");
    expect(usernameFault("a".repeat(51))).toBe("username_long");
    for (const name of ["a!", "O'Brien", "O’Brien", "J. Smith", "李·娜", "\u0301ab"]) {
      expect(usernameFault(name), name).toBe("username_signs");
    }
    for (const name of [
      "a\u200db",
      "李\u200c娜",
      "ش\u200c",
      "\u200cش",
      "ش\u200c\u200cش",
      "ش\u200ca",
    ]) {
      expect(usernameFault(name), JSON.stringify(name)).toBe("username_signs");
    }
  });

  it("accept names as people write them", () => {
    for (const name of ["प्रिया", "مُحَمَّد", "Jose\u0301 Núñez", "Nguyễn Thị", "김하늘"]) {
      expect(usernameFault(name), name).toBeUndefined();
    }
    // Persian, Sinhala and Bengali need a joiner: Alireza, Sri, Rachel.
    for (const name of ["علی\u200cرضا", "ශ්\u200dරී", "র\u200d্যাচেল"]) {
      expect(usernameFault(name), name).toBeUndefined();
    }
  });
});
