import { describe, expect, it } from "vitest";
import { lintTag } from "./build-release.ts";

describe("lintTag", () => {
  it.each(["v1.4.0-rc.1", "v1.4.0-alpha.1", "1.4.0", "v1.4", "v1.4.0-beta"])(
    "refuses %s",
    (tag) => {
      expect(() => lintTag(tag)).toThrow(`"${tag}" is no release tag`);
    },
  );

  it.each(["v1.4.0", "v1.4.0-beta.1"])("accepts %s", (tag) => {
    expect(() => lintTag(tag)).not.toThrow();
  });
});
