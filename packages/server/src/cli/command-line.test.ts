import { describe, expect, it } from "vitest";
import { VERSION } from "../platform/basics/version.ts";
import { runCommand } from "./command-line.ts";

async function run(...args: string[]) {
  const printed: string[] = [];
  const errors: string[] = [];
  const status = await runCommand(args, {
    print: (line) => void printed.push(line),
    complain: (line) => void errors.push(line),
  });
  return { status, printed: printed.join("\n"), errors: errors.join("\n") };
}

describe("runCommand", () => {
  it("prints the usage", async () => {
    const { status, printed } = await run("--help");
    expect(status).toBe(0);
    for (const command of ["serve", "migrate", "admin", "config print", "openapi", "doctor"]) {
      expect(printed).toContain(command);
    }
  });

  it.each(["version", "--version", "-v"])("prints its version when asked for: %s", async (word) => {
    expect(await run(word)).toEqual({ status: 0, printed: `wordloom ${VERSION}`, errors: "" });
  });

  it("answers invalid arguments with the usage and status 2", async () => {
    for (const args of [["nothing"], ["config"], ["config", "edit"], ["__proto__"]]) {
      const { status, errors } = await run(...args);
      expect(status).toBe(2);
      expect(errors).toMatch(/no such command[^]*usage:/);
    }
  });

  it("prints the effective settings", async () => {
    const { status, printed } = await run("config", "print");
    expect(status).toBe(0);
    expect(printed).toMatch(/^HOST +/m);
  });
});
