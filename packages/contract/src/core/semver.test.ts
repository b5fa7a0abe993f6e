import { describe, expect, it } from "vitest";
import { semverForm, semverTagForm } from "./semver.ts";

describe("semverForm", () => {
  it.each([
    "0.0.0",
    "10.20.30",
    "999999999.0.0",
    "1.0.0-alpha",
    "1.0.0-alpha.1.0",
    "1.0.0-0A.is.legal",
    "1.0.0-x-y-z.--",
    "1.0.0---R-S.12.9.1--.12",
    "1.0.0-01a",
    "1.0.0+001",
    "1.0.0-rc.1+build.05.f-a",
  ])("takes %s", (text) => expect(text).toMatch(semverForm));

  it.each([
    "01.0.0",
    "1.01.0",
    "1.0.00",
    "1.0.0-01",
    "1.0.0-alpha.00",
    "1.0.0-",
    "1.0.0-alpha..1",
    "1.0.0-alpha.",
    "1.0.0+",
    "1.0.0+a..b",
    "1.0.0+a+b",
    "1.0.0-ä",
    "1.0",
    "1.0.0.0",
    "1000000000.0.0",
    "v1.0.0",
    " 1.0.0",
    "1.0.0\n",
  ])("refuses %j", (text) => expect(text).not.toMatch(semverForm));
});

describe("semverTagForm", () => {
  it("allows a leading v and nothing else", () => {
    expect("v1.0.0-beta.1").toMatch(semverTagForm);
    expect("v01.0.0").not.toMatch(semverTagForm);
    expect("vv1.0.0").not.toMatch(semverTagForm);
  });
});
