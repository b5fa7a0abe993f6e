import { describe, expect, it } from "vitest";
import { inspectSettings } from "../platform/settings/settings.ts";
import { configCommand, configLines } from "./config-print.ts";

const lines = (environment: Record<string, string>): string[] => {
  const { settings, origins } = inspectSettings({ DATA_DIR: "/nowhere/wordloom", ...environment });
  return configLines(settings, origins).map((line) => line.replace(/ +/g, " "));
};

describe("configLines", () => {
  it("prints values and origins", () => {
    expect(lines({ PORT: "4000" })).toEqual(
      expect.arrayContaining([
        "HOST 127.0.0.1 (default)",
        "PORT 4000 (environment)",
        "CORS_ORIGIN - (default)",
        "LOG_DIR /nowhere/wordloom/logs (default)",
        "DATABASE_URL sqlite:/nowhere/wordloom/learning.db (default)",
        "JWT_SECRET - (will be generated at the first start)",
      ]),
    );
  });

  it("prints no secrets", () => {
    const secrets = {
      JWT_SECRET: "j".repeat(40),
      METRICS_TOKEN: "mmmmmm",
      ADMIN_PASSWORD: "Passw0rds",
      DATABASE_URL: "postgres://ada:pw@1@db.example/words?password=hush",
      SMTP_URL: "smtp://ada:hush@mail.example:587",
    };
    const text = lines(secrets).join("\n");
    for (const secret of ["jjjj", "mmmmmm", "Passw0rds", "ada", "hush", "pw"]) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain("DATABASE_URL postgres://[hidden]@db.example/words?[hidden]");
  });
});

describe("config print with a name", () => {
  it("prints only the value, and nothing without one", async () => {
    const printed: string[] = [];
    const output = { print: (line: string) => void printed.push(line), complain: () => undefined };
    expect(await configCommand(["print", "HOST"], output)).toBe(0);
    expect(await configCommand(["print", "CORS_ORIGIN"], output)).toBe(0);
    expect(await configCommand(["print", "DATABASE_URL"], output)).toBe(0);
    expect(printed).toEqual(["127.0.0.1", "", expect.stringMatching(/^sqlite:\//)]);
  });

  it("refuses an unknown name", async () => {
    const output = { print: () => undefined, complain: () => undefined };
    await expect(configCommand(["print", "constructor"], output)).rejects.toThrow(
      "no such setting",
    );
  });
});
