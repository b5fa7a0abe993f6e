import { describe, expect, it } from "vitest";
import { runCommand } from "./command-line.ts";

async function run(...args: string[]) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const status = await runCommand(args, {
    print: (line) => void printed.push(line),
    complain: (line) => void complaints.push(line),
  });
  return { status, printed: printed.join("\n"), complaints: complaints.join("\n") };
}

describe("runCommand", () => {
  it("explains itself", async () => {
    const { status, printed } = await run("--help");
    expect(status).toBe(0);
    for (const command of ["serve", "migrate", "admin", "config print", "openapi", "doctor"]) {
      expect(printed).toContain(command);
    }
  });

  it("answers a wrong call with the usage and status 2", async () => {
    for (const args of [["nothing"], ["config"], ["config", "edit"], ["__proto__"]]) {
      const { status, complaints } = await run(...args);
      expect(status).toBe(2);
      expect(complaints).toMatch(/no such command[^]*usage:/);
    }
  });

  it("prints the settings in force", async () => {
    const { status, printed } = await run("config", "print");
    expect(status).toBe(0);
    expect(printed).toMatch(/^HOST +/m);
  });
});
