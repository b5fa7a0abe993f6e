import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as secretFile from "./secret-file.ts";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "wordloom-secret-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const path = () => join(directory, "inner", "secret");
const modeOf = (file: string) => statSync(file).mode & 0o777;

describe("a secret file", () => {
  it("is readable only by its owner, however it is written", () => {
    secretFile.createSecretFile(path(), "one\n");
    expect(modeOf(path())).toBe(0o600);
    secretFile.replaceSecretFile(path(), "two\n");
    expect(modeOf(path())).toBe(0o600);
    secretFile.removeSecretFile(path());
    secretFile.appendSecretFile(path(), "three\n");
    expect(modeOf(path())).toBe(0o600);
  });

  it("is created only once", () => {
    secretFile.createSecretFile(path(), "one\n");
    secretFile.createSecretFile(path(), "two\n");
    expect(secretFile.readSecretFile(path())).toBe("one");
  });

  it("is appended to", () => {
    secretFile.appendSecretFile(path(), "one\n");
    secretFile.appendSecretFile(path(), "two\n");
    expect(readFileSync(path(), "utf8")).toBe("one\ntwo\n");
  });

  it("may be missing", () => {
    expect(secretFile.readSecretFile(path())).toBeUndefined();
    expect(() => secretFile.removeSecretFile(path())).not.toThrow();
  });
});
