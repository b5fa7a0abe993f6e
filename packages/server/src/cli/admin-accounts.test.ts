import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { adminCommand } from "./admin-accounts.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(memoryFolder(), "wordloom-admin-"));
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("DATABASE_URL", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true });
});

async function admin(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await adminCommand(args, { print, complain: print });
  return lines.join("\n");
}

/** Passes the password in a file; the final newline is not part of it. */
function passwordFile(password: string): string[] {
  const path = join(dataDir, "password");
  writeFileSync(path, `${password}\n`);
  return ["--password-file", path];
}

describe("adminCommand", () => {
  it("creates, lists and resets, and prints the data directory", async () => {
    expect(await admin("list")).toBe(`data directory ${dataDir}\nThere is no administrator yet.`);
    const secret = passwordFile("Passw0rds");
    const made = await admin("create", "--email", "Ada@Example.org", ...secret);
    expect(made).toContain("created ada@example.org (super_admin)");
    await admin("create", "--email", "b@example.org", "--role", "admin", ...secret);
    const fresh = passwordFile("0therPassword");
    const reset = await admin("reset", "--email", "b@example.org", ...fresh);
    expect(reset).toContain("b@example.org has a new password");
    const listed = await admin("list");
    expect(listed).toMatch(/ada@example\.org {2}super_admin {2}since \d{4}-/);
    expect(listed).toMatch(/b@example\.org {2}admin {2}since/);
  });

  it.each([
    [["create"], "--email is missing"],
    [["create", "--email"], "--email"],
    [["create", "--mail", "x"], "--mail"],
    [["remove"], "no such command: admin remove"],
    [["toString"], "no such command"],
  ])("refuses the call %j", async (args, fault) => {
    await expect(admin(...args)).rejects.toMatchObject({
      name: "UsageError",
      message: expect.stringContaining(fault),
    });
  });

  it("reports refusals of the service", async () => {
    const attempt = (email: string, password: string, ...more: string[]) =>
      admin("create", "--email", email, ...passwordFile(password), ...more);
    await expect(attempt("nobody", "Passw0rds")).rejects.toMatchObject({
      code: "ADMIN_INVALID_EMAIL",
    });
    await expect(attempt("a@example.org", "weak")).rejects.toMatchObject({
      code: "ADMIN_WEAK_PASSWORD",
    });
    await expect(attempt("a@example.org", "Passw0rds", "--role", "king")).rejects.toMatchObject({
      code: "INVALID_ADMIN_ROLE",
    });
    const unknown = admin("reset", "--email", "a@example.org", ...passwordFile("Passw0rds"));
    await expect(unknown).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
